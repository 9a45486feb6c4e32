import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { SchemaModel, SchemaModels } from '@main/db/schema-model'
import { statementsOfFile, type MigrationFile } from './files'
import { checksumOf, type AppliedMigration, type DatabaseKey, type MigrationRepository } from './repository'
import { expectedAfter, runStatements } from './run'

/** A database with its migrations. */
export interface Place {
  readonly key: DatabaseKey
  readonly database: Database
  readonly models: SchemaModels
  readonly files: readonly MigrationFile[]
  readonly applied: ReadonlyMap<string, AppliedMigration>
  readonly expected: SchemaModel
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

  /** Runs statements of a migration, and stores what they changed. */
  const run = async (
    { key, database, models, expected }: Place,
    migration: Omit<AppliedMigration, 'changedAt'>,
    statements: readonly string[],
    from: number,
  ): Promise<SchemaModel> => {
    const before = await models.read(database)
    const given = async (): Promise<SchemaModel> => expectedAfter(expected, before, await models.read(database), models)
    let ran = from
    const partly = (done: number): Promise<void> => {
      ran = done
      return repository.save(key, [{ ...migration, status: 'partial', done, changedAt: now() }], undefined, now())
    }
    try {
      await runStatements(database, migration.name, statements, from, partly)
    } catch (error) {
      if (ran > from) await repository.save(key, [], await given(), now())
      throw error
    }
    const after = await given()
    await repository.save(key, [{ ...migration, changedAt: now() }], after, now())
    return after
  }

  const apply: MigrationRuns['apply'] = async (projectId, userId, to) => {
    let place = await placeOf(projectId)
    const { files, applied, models } = place
    const last = to === undefined ? files.length - 1 : files.findIndex(({ name }) => name === to)
    if (to !== undefined && last < 0) throw new AppError('MIGRATION_NOT_FOUND', { name: to })
    const wanted = files.slice(0, last + 1)
    for (const file of wanted) {
      const known = applied.get(file.name)
      if (known?.status === 'applied' && checksumOf(known.up) !== checksumOf(file.up))
        throw new AppError('MIGRATION_CHANGED', { name: file.name })
    }
    const pending = wanted.filter(({ name }) => applied.get(name)?.status !== 'applied')
    const scripts = pending.map((file) => {
      const statements = statementsOfFile(file.name, file.up, models.syntax)
      return { file, statements, from: continuedFrom(file, statements, applied.get(file.name), models) }
    })
    const ran: string[] = []
    for (const { file, statements, from } of scripts) {
      const migration = { ...file, status: 'applied' as const, done: 0, userId }
      place = { ...place, expected: await run(place, migration, statements, from) }
      ran.push(file.name)
    }
    return ran
  }

  const rollBack: MigrationRuns['rollBack'] = async (projectId, userId, to) => {
    let place = await placeOf(projectId)
    const { files, applied, models } = place
    const inDatabase = [...applied.values()]
      .filter(({ status }) => status === 'applied')
      .sort((one, other) => numberOf(other.name) - numberOf(one.name) || (one.name < other.name ? 1 : -1))
    const end = to === undefined ? Math.min(1, inDatabase.length) : inDatabase.findIndex(({ name }) => name === to)
    if (to !== undefined && end < 0) throw new AppError('MIGRATION_NOT_FOUND', { name: to })
    const scripts = inDatabase.slice(0, end).map((migration) => {
      const file = files.find(({ name }) => name === migration.name)
      const down = file === undefined ? migration.down : file.down
      if (down === null) throw new AppError('MIGRATION_NO_WAY_BACK', { name: migration.name })
      return { migration, statements: statementsOfFile(migration.name, down, models.syntax) }
    })
    const ran: string[] = []
    for (const { migration, statements } of scripts) {
      const back = { ...migration, status: 'rolledBack' as const, done: 0, userId }
      const before = await models.read(place.database)
      await runStatements(place.database, migration.name, statements)
      const expected = expectedAfter(place.expected, before, await models.read(place.database), models)
      await repository.save(place.key, [{ ...back, changedAt: now() }], expected, now())
      place = { ...place, expected }
      ran.push(migration.name)
    }
    return ran
  }

  return { apply, rollBack }
}

/** Returns the number at the start of a name. */
export const numberOf = (name: string): number => Number(/^\d+/.exec(name)?.[0] ?? 0)

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
