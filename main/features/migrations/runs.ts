import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { SchemaModels } from '@main/db/schema-diff'
import type { SchemaModel } from '@main/db/schema-model'
import { byNumber, statementsOfFile, type MigrationFile } from './files'
import type { AppliedMigration, DatabaseKey, MigrationRepository } from './repository'
import { expectedAfter, runStatements } from './run'

/** A database with its migrations. */
export interface Place {
  readonly key: DatabaseKey & { readonly environment: string }
  readonly database: Database
  readonly models: SchemaModels
  readonly files: readonly MigrationFile[]
  readonly applied: ReadonlyMap<string, AppliedMigration>
  readonly expected: SchemaModel
}

/** Schema that the migrations give, and that of the database. */
interface Schemas {
  readonly expected: SchemaModel
  readonly actual: SchemaModel
}

/** Runs of migrations. Both return the names of the migrations that they ran. */
export interface MigrationRuns {
  readonly apply: (projectId: string, userId: number | null, to: string | undefined) => Promise<string[]>
  readonly rollBack: (projectId: string, userId: number | null, to: string | undefined) => Promise<string[]>
}

export function createRuns(options: {
  readonly repository: MigrationRepository
  readonly placeOf: (projectId: string) => Promise<Place>
  readonly now: () => string
}): MigrationRuns {
  const { repository, placeOf, now } = options

  const schemasOf = async ({ database, models, expected }: Place): Promise<Schemas> => ({
    expected,
    actual: await models.read(database),
  })

  /** Stores a migration that ran, with what it changed. */
  const finish = async (
    { key, database, models }: Place,
    before: Schemas,
    migrations: readonly Omit<AppliedMigration, 'changedAt'>[],
  ): Promise<Schemas> => {
    const actual = await models.read(database)
    const expected = expectedAfter(before.expected, before.actual, actual, models)
    const changedAt = now()
    await repository.save(
      key,
      migrations.map((migration) => ({ ...migration, changedAt })),
      expected,
      changedAt,
    )
    return { expected, actual }
  }

  /** Applies a migration, and stores what an interrupted run did. */
  const run = async (
    place: Place,
    before: Schemas,
    migration: Omit<AppliedMigration, 'changedAt'>,
    statements: readonly string[],
    from: number,
  ): Promise<Schemas> => {
    const { key, database } = place
    let ran = from
    const partly = (done: number): Promise<void> => {
      ran = done
      return repository.save(key, [{ ...migration, status: 'partial', done, changedAt: now() }], undefined, now())
    }
    try {
      await runStatements(database, migration.name, statements, from, partly)
    } catch (error) {
      if (ran > from) await finish(place, before, [])
      throw error
    }
    return finish(place, before, [migration])
  }

  const apply: MigrationRuns['apply'] = async (projectId, userId, to) => {
    const place = await placeOf(projectId)
    const { files, applied, models } = place
    const last = to === undefined ? files.length - 1 : files.findIndex(({ name }) => name === to)
    if (to !== undefined && last < 0) throw new AppError('MIGRATION_NOT_FOUND', { name: to })
    const wanted = files.slice(0, last + 1)
    for (const file of wanted) {
      const known = applied.get(file.name)
      if (known?.status === 'applied' && known.up !== file.up)
        throw new AppError('MIGRATION_CHANGED', { name: file.name })
    }
    const pending = wanted.filter(({ name }) => applied.get(name)?.status !== 'applied')
    const scripts = pending.map((file) => {
      const statements = statementsOfFile(file.name, file.up, models.syntax)
      return { file, statements, from: continuedFrom(file, statements, applied.get(file.name), models) }
    })
    if (scripts.length === 0) return []
    let schemas = await schemasOf(place)
    for (const { file, statements, from } of scripts) {
      const migration = { ...file, status: 'applied' as const, done: 0, userId }
      schemas = await run(place, schemas, migration, statements, from)
    }
    return pending.map(({ name }) => name)
  }

  const rollBack: MigrationRuns['rollBack'] = async (projectId, userId, to) => {
    const place = await placeOf(projectId)
    const { files, applied, models, database } = place
    const inDatabase = [...applied.values()]
      .filter(({ status }) => status === 'applied')
      .sort(byNumber)
      .toReversed()
    const end = to === undefined ? Math.min(1, inDatabase.length) : inDatabase.findIndex(({ name }) => name === to)
    if (to !== undefined && end < 0) throw new AppError('MIGRATION_NOT_FOUND', { name: to })
    const scripts = inDatabase.slice(0, end).map((migration) => {
      const file = files.find(({ name }) => name === migration.name)
      const down = file === undefined ? migration.down : file.down
      if (down === null) throw new AppError('MIGRATION_NO_WAY_BACK', { name: migration.name })
      return { migration, statements: statementsOfFile(migration.name, down, models.syntax) }
    })
    if (scripts.length === 0) return []
    let schemas = await schemasOf(place)
    for (const { migration, statements } of scripts) {
      await runStatements(database, migration.name, statements)
      schemas = await finish(place, schemas, [{ ...migration, status: 'rolledBack', done: 0, userId }])
    }
    return scripts.map(({ migration }) => migration.name)
  }

  return { apply, rollBack }
}

/** Number of statements of a file that an interrupted run left in the database. */
function continuedFrom(
  file: MigrationFile,
  statements: readonly string[],
  known: AppliedMigration | undefined,
  models: SchemaModels,
): number {
  if (known?.status !== 'partial') return 0
  const done = statementsOfFile(file.name, known.up, models.syntax).slice(0, known.done)
  if (done.some((sql, at) => sql !== statements[at])) throw new AppError('MIGRATION_CHANGED', { name: file.name })
  return known.done
}
