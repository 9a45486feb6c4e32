import { AppError } from '@common/errors'

/**
 * Returns undefined for a table or view that cannot be read by itself, such as a view on a table that is gone: it is
 * reported where it is asked for, and breaks nothing else.
 */
export async function describable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && ownFaults.includes(error.code)) return undefined
    throw error
  }
}
const ownFaults: readonly string[] = ['VIEW_INVALID', 'TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'DATABASE_FORBIDDEN']
