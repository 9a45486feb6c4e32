import { AppError } from '@common/errors'

/**
 * Returns undefined for an unreadable table or view, such as a view on a dropped table. Requests for it report the
 * error; everything else keeps working.
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
