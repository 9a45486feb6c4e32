import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { addResult, withEarlierValues } from '@main/db/earlier-values'
import type { Step, StepResult } from '@main/db/statement'
import type { Verb } from './errors'
import type { PreparedStatements } from './prepared'
import type { Progress } from './session'
import { severalRows } from './several-rows'
import { run, type Result, type RunOptions } from './statement'

/** Runs steps in order in one transaction. */
export async function runTransaction(
  client: Client,
  steps: readonly Step[],
  progress: Progress,
  prepared: PreparedStatements,
): Promise<StepResult[]> {
  const [only] = steps
  // A single statement is a transaction of its own.
  if (only !== undefined && steps.length === 1 && only.batch === undefined && only.expectRows === undefined) {
    progress.begun = true
    return [await runStep(client, only, progress, prepared)]
  }
  await client.query('BEGIN')
  progress.begun = true
  try {
    const results: StepResult[] = []
    for (const [at, step] of steps.entries()) {
      progress.step = at
      addResult(results, step, await runStep(client, withEarlierValues(step, results), progress, prepared))
    }
    await client.query('COMMIT')
    return results
  } catch (error) {
    // If the rollback fails too, the connection is lost and the server rolls back.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function runStep(
  client: Client,
  step: Step,
  progress: Progress,
  prepared: PreparedStatements,
): Promise<StepResult> {
  if (progress.verb !== 'schema') progress.verb = verbIn(step.sql) ?? progress.verb
  progress.sql = step.sql
  progress.params = step.params
  const several = step.together === true ? severalRows(step) : undefined
  if (several !== undefined) {
    let changes = 0
    for (const { sql, params } of several) changes += (await run(client, sql, params)).changes
    return { changes, rows: [] }
  }
  if (step.readBack !== undefined) return runWithReadBack(client, step, step.readBack, progress)
  const named = { ...step, name: prepared.nameOf(step) }
  const results =
    step.batch === undefined
      ? [await run(client, step.sql, step.params, named)]
      : await runBatch(client, { ...named, batch: step.batch }, progress)
  const rows = results.flatMap((result) => result.rows)
  const changes = results.reduce((sum, result) => sum + result.changes, 0)
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
  const names = step.names === true ? { names: results[0]?.names } : {}
  return { changes, rows: step.returns === true ? rows : [], ...names }
}

/** Reads each row by itself after it was written, on the same connection. */
async function runWithReadBack(
  client: Client,
  step: Step,
  readBack: NonNullable<Step['readBack']>,
  progress: Progress,
): Promise<StepResult> {
  const rows: StoredValue[][] = []
  let changes = 0
  for (const [at, params] of (step.batch ?? [step.params]).entries()) {
    if (step.batch !== undefined) progress.row = at
    progress.params = params
    const back = async () => rows.push(...(await run(client, readBack.sql, readBack.batch[at] ?? [])).rows)
    if (readBack.when === 'before') await back()
    changes += (await run(client, step.sql, params)).changes
    if (readBack.when === 'after') await back()
  }
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
  return { changes, rows: step.returns === true ? rows : [] }
}

/** Number of pipelined statements: neither side waits for the other. */
const rowsOnTheWay = 250

async function runBatch(
  client: Client,
  step: Step & RunOptions & { readonly batch: readonly (readonly StoredValue[])[] },
  progress: Progress,
): Promise<Result[]> {
  const { sql, batch } = step
  const results: Result[] = []
  for (let from = 0; from < batch.length; from += rowsOnTheWay) {
    const sent = batch.slice(from, from + rowsOnTheWay).map((params) => run(client, sql, params, step))
    for (const [at, outcome] of (await Promise.allSettled(sent)).entries()) {
      // The following rows fail because of it.
      if (outcome.status === 'rejected') {
        progress.row = from + at
        progress.params = batch[from + at] ?? []
        throw outcome.reason
      }
      results.push(outcome.value)
    }
  }
  return results
}

function verbIn(sql: string): Verb | undefined {
  return /\b(insert|update|delete)\b/i.exec(sql)?.[1]?.toLowerCase() as Verb | undefined
}
