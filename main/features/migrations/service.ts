import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { ListedMigration } from '@common/operations/migrations'
import type { SchemaDifference } from '@common/schema-script'
import type { Database } from '@main/db/database'
import { compareModels, differencesOf } from '@main/db/schema-diff'
import type { SchemaModel } from '@main/db/schema-model'
import { byNumber, readMigrations, type MigrationFile } from './files'
import type { Recorder } from './recorder'
import type { AppliedMigration, MigrationRepository } from './repository'
import { modelsOf } from './run'
import { createRuns, type Place } from './runs'

export interface MigrationServiceOptions {
  readonly repository: MigrationRepository
  readonly recorder: Pick<Recorder, 'write'>
  /** Folder of the profile. */
  readonly profileFolder: string
  readonly database: (projectId: string) => Promise<Database>
  /** The database in use, and the name of the working environment. */
  readonly keyOf: (projectId: string) => Promise<Place['key']>
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

export function createMigrationService(options: MigrationServiceOptions): MigrationService {
  const { repository, recorder, keyOf, between, now } = options
  const folderOf = (projectId: string): string => migrationFolder(options.profileFolder, projectId)

  /** Returns undefined while migrations are off. */
  const placeIfOn = async (projectId: string): Promise<Place | undefined> => {
    if (!(await repository.isOn(projectId))) return undefined
    const [key, database, files] = await Promise.all([
      keyOf(projectId),
      options.database(projectId),
      readMigrations(folderOf(projectId)),
    ])
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

  const placeOf = async (projectId: string): Promise<Place> => {
    const place = await placeIfOn(projectId)
    if (place === undefined) throw new AppError('MIGRATIONS_OFF')
    return place
  }

  const { apply, rollBack } = createRuns({ repository, placeOf, now })

  return {
    list: async (projectId) => {
      const folder = folderOf(projectId)
      const place = await placeIfOn(projectId)
      if (place === undefined) {
        const [{ environment }, database] = await Promise.all([keyOf(projectId), options.database(projectId)])
        // Only where they can be turned on.
        modelsOf(database)
        return { isOn: false, folder, environment, list: [], drift: [] }
      }
      const { key, files, applied, models, database, expected } = place
      const present = new Set(files.map(({ name }) => name))
      const missing = [...applied.values()].filter(({ name, status }) => !present.has(name) && status !== 'rolledBack')
      const list = [
        ...files.map((file) => listed(file.name, file, applied.get(file.name))),
        ...missing.map((migration) => listed(migration.name, undefined, migration)),
      ].sort(byNumber)
      return {
        isOn: true,
        folder,
        environment: key.environment,
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

function listed(name: string, file: MigrationFile | undefined, known: AppliedMigration | undefined): ListedMigration {
  const status = (): ListedMigration['status'] => {
    if (known === undefined) return 'pending'
    if (known.status !== 'applied') return known.status
    if (file === undefined) return 'missing'
    return file.up === known.up ? 'applied' : 'changed'
  }
  return {
    name,
    status: status(),
    changedAt: known?.changedAt ?? null,
    hasWayBack: typeof (file === undefined ? known?.down : file.down) === 'string',
    done: known?.status === 'partial' ? known.done : 0,
  }
}
