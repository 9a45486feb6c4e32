import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { ListedMigration } from '@common/operations/migrations'
import type { SchemaDifference } from '@common/schema-script'
import type { Database } from '@main/db/database'
import { compareModels, differencesOf } from '@main/db/schema-diff'
import type { SchemaModel, SchemaModels } from '@main/db/schema-model'
import { readMigrations, statementsOfFile, type MigrationFile } from './files'
import type { Recorder } from './recorder'
import { checksumOf, type AppliedMigration, type DatabaseKey, type MigrationRepository } from './repository'
import { expectedAfter, modelsOf, runStatements } from './run'

export interface MigrationServiceOptions {
  readonly repository: MigrationRepository
  readonly recorder: Pick<Recorder, 'write'>
  /** Folder of the profile. */
  readonly profileFolder: string
  readonly database: (projectId: string) => Promise<Database>
  /** The database in use, and the name of the working environment. */
  readonly keyOf: (projectId: string) => Promise<DatabaseKey & { readonly environment: string }>
  /** Runs work between changes of the project's schema. */
  readonly between: <T>(projectId: string, work: () => Promise<T>) => Promise<T>
  readonly now: () => string
}

export interface MigrationList {
  readonly isOn: boolean
  readonly folder: string
  readonly environment: string
  readonly list: ListedMigration[]
  readonly drift: SchemaDifference[]
}

/** Migrations of projects. Errors: see `common/operations/migrations.ts`. */
export interface MigrationService {
  readonly list: (projectId: string) => Promise<MigrationList>
  readonly read: (
    projectId: string,
    name: string,
  ) => Promise<{ name: string; up: string; down: string | null; applied: string | null }>
  /** The others return the names of the migrations that they ran or wrote. */
  readonly start: (projectId: string, userId: number | null) => Promise<string[]>
  readonly apply: (projectId: string, userId: number | null, to: string | undefined) => Promise<string[]>
  readonly rollBack: (projectId: string, userId: number | null, to: string | undefined) => Promise<string[]>
  readonly mark: (projectId: string, userId: number | null, name: string) => Promise<void>
  readonly record: (projectId: string, userId: number | null) => Promise<string[]>
}

export const migrationFolder = (profileFolder: string, projectId: string): string =>
  join(profileFolder, 'migrations', projectId)

const noSchema: SchemaModel = { types: [], tables: [], views: [] }

/** Names of migrations that Basalt writes by itself. */
const firstTitle = 'first_schema'
const recordedTitle = 'changed_elsewhere'

/** What a call works with. */
interface Place {
  readonly key: DatabaseKey
  readonly database: Database
  readonly models: SchemaModels
  readonly files: readonly MigrationFile[]
  readonly applied: ReadonlyMap<string, AppliedMigration>
  readonly expected: SchemaModel
}

export function createMigrationService(options: MigrationServiceOptions): MigrationService {
  const { repository, recorder, keyOf, between, now } = options
  const folderOf = (projectId: string): string => migrationFolder(options.profileFolder, projectId)

  const placeOf = async (projectId: string): Promise<Place> => {
    const [key, database, files] = await Promise.all([
      keyOf(projectId),
      options.database(projectId),
      readMigrations(folderOf(projectId)),
    ])
    if (!(await repository.isOn(projectId))) throw new AppError('MIGRATIONS_OFF')
    const [applied, expected] = await Promise.all([repository.list(key), repository.expected(key)])
    return {
      key,
      database,
      models: modelsOf(database),
      files,
      applied: new Map(applied.map((migration) => [migration.name, migration])),
      // An environment that has applied nothing expects an empty database.
      expected: expected ?? noSchema,
    }
  }

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

  const apply: MigrationService['apply'] = async (projectId, userId, to) => {
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

  const rollBack: MigrationService['rollBack'] = async (projectId, userId, to) => {
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

  return {
    list: async (projectId) => {
      const folder = folderOf(projectId)
      const { environment } = await keyOf(projectId)
      if (!(await repository.isOn(projectId))) {
        modelsOf(await options.database(projectId))
        return { isOn: false, folder, environment, list: [], drift: [] }
      }
      const { files, applied, models, database, expected } = await placeOf(projectId)
      const present = new Set(files.map(({ name }) => name))
      const missing = [...applied.values()].filter(({ name, status }) => !present.has(name) && status !== 'rolledBack')
      const list = [
        ...files.map((file) => listed(file.name, file, applied.get(file.name))),
        ...missing.map((migration) => listed(migration.name, undefined, migration)),
      ].sort((one, other) => numberOf(one.name) - numberOf(other.name) || (one.name < other.name ? -1 : 1))
      return {
        isOn: true,
        folder,
        environment,
        list,
        drift: differencesOf(compareModels(expected, await models.read(database), models)),
      }
    },

    read: async (projectId, name) => {
      const [key, files] = await Promise.all([keyOf(projectId), readMigrations(folderOf(projectId))])
      const known = (await repository.list(key)).find((migration) => migration.name === name)
      const file = files.find((each) => each.name === name)
      const shown = file ?? known
      if (shown === undefined) throw new AppError('MIGRATION_NOT_FOUND', { name })
      const isChanged = file !== undefined && known?.status === 'applied' && known.up !== file.up
      return { name, up: shown.up, down: shown.down, applied: isChanged ? known.up : null }
    },

    start: (projectId, userId) =>
      between(projectId, async () => {
        const [key, database] = await Promise.all([keyOf(projectId), options.database(projectId)])
        if (await repository.isOn(projectId)) return []
        const models = modelsOf(database)
        const after = await models.read(database)
        await repository.save(key, [], noSchema, now())
        const change = { title: firstTitle, before: noSchema, after, expected: noSchema, userId }
        const file = await recorder.write(key, models, change)
        return file === undefined ? [] : [file.name]
      }),

    apply: (projectId, userId, to) => between(projectId, () => apply(projectId, userId, to)),
    rollBack: (projectId, userId, to) => between(projectId, () => rollBack(projectId, userId, to)),

    mark: (projectId, userId, name) =>
      between(projectId, async () => {
        const { key, files, applied, database, models, expected } = await placeOf(projectId)
        const file = files.find((each) => each.name === name)
        if (file === undefined) throw new AppError('MIGRATION_NOT_FOUND', { name })
        const migration = { ...file, status: 'applied' as const, done: 0, userId, changedAt: now() }
        // A changed text that stays applied changes nothing in the database.
        const isAccepted = applied.get(name)?.status === 'applied'
        await repository.save(key, [migration], isAccepted ? expected : await models.read(database), now())
      }),

    record: (projectId, userId) =>
      between(projectId, async () => {
        const { key, database, models, expected } = await placeOf(projectId)
        const after = await models.read(database)
        const change = { title: recordedTitle, before: expected, after, expected: after, userId }
        const file = await recorder.write(key, models, change)
        return file === undefined ? [] : [file.name]
      }),
  }
}

const numberOf = (name: string): number => Number(/^\d+/.exec(name)?.[0] ?? 0)

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

function listed(name: string, file: MigrationFile | undefined, known: AppliedMigration | undefined): ListedMigration {
  const status = (): ListedMigration['status'] => {
    if (known === undefined) return 'pending'
    if (known.status !== 'applied') return known.status
    if (file === undefined) return 'missing'
    return checksumOf(file.up) === checksumOf(known.up) ? 'applied' : 'changed'
  }
  return {
    name,
    status: status(),
    changedAt: known?.changedAt ?? null,
    hasWayBack: typeof (file === undefined ? known?.down : file.down) === 'string',
    done: known?.status === 'partial' ? known.done : 0,
  }
}
