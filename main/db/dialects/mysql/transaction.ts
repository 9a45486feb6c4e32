import type { Connection } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { addResult, withEarlierValues } from '@main/db/earlier-values'
import type { Step, StepResult } from '@main/db/statement'
import { isConnectionLoss, isInterrupted, mayRunAgain, translateError } from './errors'
import { dropHelpersSql } from './literals'
import { command } from './pool'
import { severalRows } from './several-rows'
import { run, type Result } from './statement'
import { uniqueDetails, writtenTable, type Ask } from './unique-key'

/**
 * Runs steps in order in one transaction.
 *
 * @param stopped  returns true if the caller disconnected
 * @param progress  `begun` is set when the server may have begun to change data
 */
export async function runTransaction(
  connection: Connection,
  steps: readonly Step[],
  stopped: () => boolean,
  progress: { begun: boolean },
): Promise<StepResult[]> {
  const [only] = steps
  // A single statement is a transaction of its own.
  if (only !== undefined && steps.length === 1 && isAlone(only)) {
    progress.begun = true
    return [await runStep(connection, only, 0, stopped)]
  }
  await command(connection, 'START TRANSACTION')
  progress.begun = true
  try {
    const results: StepResult[] = []
    for (const [at, step] of steps.entries())
      addResult(results, step, await runStep(connection, withEarlierValues(step, results), at, stopped))
    await command(connection, 'COMMIT')
    return results
  } catch (error) {
    // If the rollback fails too, the connection is lost and the server rolls back.
    await command(connection, 'ROLLBACK').catch(() => undefined)
    await cleanUp(connection, steps)
    throw error
  }
}

/** Removes temporary columns of a failed schema change. */
async function cleanUp(connection: Connection, steps: readonly Step[]): Promise<void> {
  if (!steps.some(({ sql }) => sql.startsWith('LOCK TABLES'))) return
  await command(connection, 'UNLOCK TABLES').catch(() => undefined)
  for (const { sql } of steps) {
    const undo = dropHelpersSql(sql)
    if (undo !== undefined) await command(connection, undo).catch(() => undefined)
  }
}

const isAlone = ({ batch, readBack, expectRows }: Step): boolean =>
  batch === undefined && readBack === undefined && expectRows === undefined

async function runStep(connection: Connection, step: Step, at: number, stopped: () => boolean): Promise<StepResult> {
  const { readBack } = step
  const rows: StoredValue[][] = []
  let changes = 0
  let names: readonly string[] | undefined
  const keep = (result: Result): void => {
    names = result.names
    for (const row of result.rows) rows.push(row)
    changes += result.changes
  }
  const one = async (row: number, params: readonly StoredValue[]): Promise<void> => {
    const back = async (): Promise<void> => {
      if (readBack !== undefined) rows.push(...(await run(connection, readBack.sql, readBack.batch[row] ?? [])).rows)
    }
    if (readBack?.when === 'before') await back()
    const result = await runWrite(connection, step, params, { step: at, row })
    keep(result)
    if (readBack?.when === 'after' && result.changes > 0) await back()
  }

  const batch = step.batch ?? [step.params]
  const together = readBack === undefined ? severalRows(step.sql, batch) : undefined
  for (let row = 0; row < batch.length;) {
    // A cancel request between two statements cancels neither.
    if (stopped()) throw new AppError('QUERY_CANCELLED')
    const group = together === undefined ? [] : batch.slice(row, row + together.size)
    const inserted =
      group.length > 1 ? await tryTogether(connection, together?.sql(group.length) ?? '', group) : undefined
    if (inserted !== undefined) {
      keep(inserted)
      row += group.length
    } else {
      // A row of the group was rejected. Runs the rows one by one to find it.
      for (const params of batch.slice(row, row + Math.max(group.length, 1))) await one(row++, params)
    }
  }
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
  return { changes, rows: step.returns === true ? rows : [], ...(step.names === true && { names }) }
}

/** Returns undefined on failure, which rolls back the statement but not the transaction. */
async function tryTogether(
  connection: Connection,
  sql: string,
  group: readonly (readonly StoredValue[])[],
): Promise<Result | undefined> {
  try {
    return await run(connection, sql, group.flat())
  } catch (error) {
    if (isConnectionLoss(error) || mayRunAgain(error) || isInterrupted(error)) throw error
    return undefined
  }
}

async function runWrite(
  connection: Connection,
  step: Step,
  params: readonly StoredValue[],
  at: { readonly step: number; readonly row: number },
): Promise<Result> {
  try {
    return await run(connection, step.sql, params)
  } catch (error) {
    const { code, details } = translateError(error)
    const place = step.batch === undefined ? {} : { at }
    const table = writtenTable(step.sql)
    const named = details['column'] === undefined || table === undefined ? details : { table, ...details }
    if (code !== 'VALUE_NOT_UNIQUE') throw new AppError(code, { ...named, ...place }, { cause: error })
    const ask: Ask = async (sql, values) => (await run(connection, sql, values)).rows
    const unique =
      table === undefined
        ? {}
        : await uniqueDetails(table, typeof details['key'] === 'string' ? details['key'] : '', ask)
    throw new AppError(code, { ...unique, ...place }, { cause: error })
  }
}
