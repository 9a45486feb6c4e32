import { AppError } from '@common/errors'
import type { MetaStep } from './statements'
import type { MetaStore } from './store'

/** Runs steps, all or nothing. @returns false if a step with `expectRows` found nothing, such as a row that another server took */
export async function transactGuarded(
  store: Pick<MetaStore, 'transact'>,
  steps: readonly MetaStep[],
): Promise<boolean> {
  try {
    await store.transact(steps)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return false
    throw error
  }
}
