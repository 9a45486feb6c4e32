import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoredValue } from '@common/columns/column-type'
import { bulkRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { TableIndex } from '../plan/columns'
import { fieldProblem, listOf, rowInvalid, type RowInput } from './row-input'

/** @throws AppError INPUT_INVALID unless the body is a list, ROWS_TOO_MANY */
export function boundedList(body: unknown): readonly unknown[] {
  const rows = listOf(body)
  if (rows.length > bulkRowsMax) throw new AppError('ROWS_TOO_MANY', { limit: bulkRowsMax, count: rows.length })
  return rows
}

/** Number of rows validated before yielding. */
const rowsBetweenTurns = 500

/** Validates rows one by one, yielding to other requests. */
export async function eachRow<R, T>(rows: readonly R[], check: (row: R, at: number) => T): Promise<T[]> {
  const checked: T[] = []
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % rowsBetweenTurns === 0) await nextTurn()
    checked.push(check(row, at))
  }
  return checked
}

/** Adds the position in the list to errors. */
export function atRow<T>(row: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof AppError) throw new AppError(error.code, { ...error.details, row }, { cause: error })
    throw error
  }
}

/** Comparing each row with its stored version would cost a bulk call too much. */
export function refuseReadOnly(input: RowInput, row: number): void {
  if (input.unchanged.length > 0) throw rowInvalid(input.unchanged.map(fieldProblem), { row })
}

/** The key of a bulk update identifies the row, so it can't also be a new key. */
export function refuseKeyChange(index: TableIndex, input: RowInput, row: number): void {
  const changed = index.key.filter((column) => input.values.has(column))
  if (changed.length > 0)
    throw rowInvalid(
      changed.map(({ title }) => ({ column: title, problem: 'readOnly' })),
      { row },
    )
}

/** Groups consecutive items with the same signature, so that generated keys are in row order. */
export function runsOf<T>(items: readonly T[], signatureOf: (item: T) => string): T[][] {
  const runs: T[][] = []
  let last: string | undefined
  for (const item of items) {
    const current = signatureOf(item)
    if (current === last) runs.at(-1)?.push(item)
    else runs.push([item])
    last = current
  }
  return runs
}

/** Returns a text that identifies the columns of a row. */
export function signature(index: TableIndex, values: ReadonlyMap<Column, StoredValue>): string {
  let text = ''
  for (const column of values.keys()) text += `${index.position.get(column)},`
  return text
}
