import { AppError, errorMessage } from '@common/errors'
import type { Database } from '@main/db/database'
import type { SchemaModels } from '@main/db/schema-diff'
import type { SchemaModel } from '@main/db/schema-model'

/** @throws AppError NOT_SUPPORTED for engines without models */
export function modelsOf({ dialect: { models } }: Pick<Database, 'dialect'>): SchemaModels {
  if (models === undefined) throw new AppError('NOT_SUPPORTED')
  return models
}

/**
 * Runs statements: all or nothing where the database can roll back schema changes, else one by one.
 *
 * @param from  number of statements that are in the database already
 * @param onDone  receives the number of statements after each, where they commit one by one
 * @throws AppError MIGRATION_FAILED, MIGRATION_FAILED_PARTLY
 */
export async function runStatements(
  database: Database,
  name: string,
  statements: readonly string[],
  from = 0,
  onDone: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  // In a batch of one, the engine tells which step failed.
  const steps = statements.map((sql) => ({ sql, params: [], batch: [[]] }))
  if (database.dialect.capabilities.transactionalSchema) {
    try {
      if (steps.length > 0) await database.changeSchema(steps)
    } catch (error) {
      throw failure('MIGRATION_FAILED', name, placeOf(error), 0, error)
    }
    return
  }
  for (const [at, step] of steps.entries()) {
    if (at < from) continue
    try {
      await database.changeSchema([step])
    } catch (error) {
      throw failure('MIGRATION_FAILED_PARTLY', name, at + 1, at, error)
    }
    await onDone(at + 1)
  }
}

function failure(
  code: 'MIGRATION_FAILED' | 'MIGRATION_FAILED_PARTLY',
  name: string,
  statement: number,
  done: number,
  error: unknown,
): AppError {
  if (error instanceof AppError && /UNAVAILABLE|CANCELLED|DISK/.test(error.code)) return error
  return new AppError(code, { name, statement, done, reason: reasonOf(error) }, { cause: error })
}

/** Place of the statement that failed, from 1, where the engine tells. */
function placeOf(error: unknown): number {
  const at = error instanceof AppError ? error.details['at'] : undefined
  return typeof at === 'object' && at !== null && 'step' in at && typeof at.step === 'number' ? at.step + 1 : 1
}

/** Returns the words of the database, which name the statement's fault best. */
function reasonOf(error: unknown): AppError['details'][string] {
  let last = error
  while (last instanceof Error && last.cause instanceof Error) last = last.cause
  if (last instanceof AppError) return errorMessage(last.code, last.details)
  return last instanceof Error ? last.message.replace(/\.$/, '') : String(last)
}

/**
 * Returns the schema that migrations give after a run: the run's changes on top of what was expected. Other differences
 * stay differences.
 */
export function expectedAfter(
  expected: SchemaModel,
  before: SchemaModel,
  after: SchemaModel,
  { fold }: Pick<SchemaModels, 'fold'>,
): SchemaModel {
  return {
    types: merged(expected.types, before.types, after.types, fold),
    tables: merged(expected.tables, before.tables, after.tables, fold),
    views: merged(expected.views, before.views, after.views, fold),
  }
}

function merged<T extends { readonly name: string }>(
  expected: readonly T[],
  before: readonly T[],
  after: readonly T[],
  fold: (name: string) => string,
): T[] {
  const byName = (list: readonly T[]): Map<string, T> => new Map(list.map((each) => [fold(each.name), each]))
  const [known, old, now] = [byName(expected), byName(before), byName(after)]
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(name), now.get(name)]
    if (JSON.stringify(one) === JSON.stringify(other)) continue
    if (other === undefined) known.delete(name)
    else known.set(name, other)
  }
  return [...known.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
