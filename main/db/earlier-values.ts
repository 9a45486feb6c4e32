import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { storedRowsJson } from '@main/lib/stored-json'
import type { Step, StepResult, EarlierRows, EarlierValue } from './statement'

/**
 * Replaces the tokens of a step by values of earlier steps.
 *
 * @throws AppError ROW_NOT_FOUND if the earlier step returned no row
 */
export function withEarlierValues(given: Step, results: readonly StepResult[]): Step {
  const step = given.eachEarlierRow === undefined ? given : repeated(given, given.eachEarlierRow, results.at(-1)?.rows)
  const { earlier } = step
  if (earlier === undefined || earlier.length === 0) return step
  const values = new Map<StoredValue, StoredValue>()
  for (const each of earlier) values.set(each.token, valueOf(each, results))
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

/** Repeats the row of a step for each row of the step before it. */
function repeated(step: Step, tokens: readonly string[], rows: StepResult['rows'] = []): Step {
  const { batch = [step.params], readBack } = step
  const places = new Map<StoredValue, number>(tokens.map((token, at) => [token, at]))
  const rowsOf = ([template = []]: readonly (readonly StoredValue[])[]): StoredValue[][] =>
    rows.map((row) =>
      template.map((param) => {
        const at = places.get(param)
        return at === undefined ? param : (row[at] ?? null)
      }),
    )
  return {
    ...step,
    batch: rowsOf(batch),
    ...(readBack && { readBack: { ...readBack, batch: rowsOf(readBack.batch) } }),
  }
}

/** Adds the result of a step, and drops the rows that the step frees. */
export function addResult(results: StepResult[], step: Step, result: StepResult): void {
  results.push(result)
  for (const at of step.frees ?? []) {
    const freed = results[at]
    if (freed !== undefined) results[at] = { ...freed, rows: [] }
  }
}

function valueOf(given: EarlierValue | EarlierRows, results: readonly StepResult[]): StoredValue {
  if ('rows' in given)
    return storedRowsJson(
      given.rows.map((list) => list.flatMap(({ step, from, to }) => results[step]?.rows.slice(from, to) ?? [])),
    )
  const value = results[given.step]?.rows[given.row ?? 0]?.[given.column]
  if (value === undefined) throw new AppError('ROW_NOT_FOUND')
  return value
}
