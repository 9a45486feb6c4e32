import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Step, StepResult } from './database'

/**
 * A parameter from an earlier step of the transaction: a column of a returned row, by default of the first. `token`, a
 * unique text, is its placeholder.
 */
export interface EarlierValue {
  readonly token: string
  readonly step: number
  readonly column: number
  readonly row?: number
}

/**
 * Replaces the tokens of a step by values of earlier steps.
 *
 * @throws AppError ROW_NOT_FOUND if the earlier step returned no row
 */
export function withEarlierValues(step: Step, results: readonly StepResult[]): Step {
  const { earlier } = step
  if (earlier === undefined || earlier.length === 0) return step
  const values = new Map<StoredValue, StoredValue>()
  for (const { token, step: at, column, row = 0 } of earlier) {
    const value = results[at]?.rows[row]?.[column]
    if (value === undefined) throw new AppError('ROW_NOT_FOUND')
    values.set(token, value)
  }
  const filled = (params: readonly StoredValue[]): StoredValue[] =>
    params.map((param) => (values.has(param) ? (values.get(param) ?? null) : param))
  const { batch, readBack } = step
  return {
    ...step,
    params: filled(step.params),
    ...(batch && { batch: batch.map(filled) }),
    ...(readBack && { readBack: { ...readBack, batch: readBack.batch.map(filled) } }),
  }
}
