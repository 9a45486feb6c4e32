import { defaultEnvironment } from '@common/constants'
import {
  deleteFrom,
  insertInto,
  insertOrIgnore,
  insertOrUpdate,
  metaTables,
  updateIn,
  type EnvironmentRow,
  type EnvironmentVariableRow,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'

const { environments, environmentVariables, environmentSecrets, migrationStates, projects, schemaMigrations } =
  metaTables

/** A stored environment. */
export type StoredEnvironment = Pick<EnvironmentRow, 'id' | 'name' | 'connection' | 'filename' | 'production'>

/** Facts of a project that its environments change. */
export interface StoredProject {
  /** Name of the working environment. */
  readonly working: string
  /** Encrypted connection in use; null for files. */
  readonly connection: string | null
  /** File in use; empty for database servers. */
  readonly filename: string
  readonly production: boolean
}

/** Where the database of an environment is. */
export interface DatabasePlace {
  readonly connection: string | null
  readonly filename: string | null
}

export type StoredVariable = Pick<EnvironmentVariableRow, 'name' | 'content' | 'enabled'>

/** SQL of environments. Writes are steps, so that each command is one transaction. */
export interface EnvironmentRepository {
  readonly project: (projectId: string) => Promise<StoredProject | undefined>
  /** Sorted by name. */
  readonly list: (projectId: string) => Promise<StoredEnvironment[]>
  /** Sorted by name. */
  readonly variables: (environmentId: string) => Promise<StoredVariable[]>
  /** Encrypted secrets by name. */
  readonly secrets: (environmentId: string) => Promise<ReadonlyMap<string, string>>
  readonly transact: (steps: readonly MetaStep[]) => Promise<void>
  readonly add: (projectId: string, environment: Pick<StoredEnvironment, 'id' | 'name'>, now: string) => MetaStep
  /** Adds the row of the default environment where it is missing. */
  readonly addDefault: (projectId: string, id: string, now: string) => MetaStep
  readonly rename: (id: string, name: string, now: string) => MetaStep
  readonly setPlace: (projectId: string, name: string, place: DatabasePlace, now: string) => MetaStep
  readonly setProduction: (projectId: string, name: string, production: boolean, now: string) => MetaStep
  /** Marks the database in use. */
  readonly setProductionInUse: (projectId: string, production: boolean, now: string) => MetaStep
  readonly remove: (id: string) => readonly MetaStep[]
  /** Removes facts about the own database of an environment. */
  readonly forgetDatabase: (id: string) => readonly MetaStep[]
  readonly saveVariable: (environmentId: string, variable: StoredVariable, now: string) => MetaStep
  readonly saveSecret: (environmentId: string, name: string, sealed: string, now: string) => MetaStep
  readonly removeVariable: (environmentId: string, name: string) => readonly MetaStep[]
  readonly removeSecret: (environmentId: string, name: string) => MetaStep
  /** Fails if the working environment isn't `from` any more. */
  readonly use: (
    projectId: string,
    change: { readonly from: string; readonly to: string; readonly place: DatabasePlace; readonly now: string },
  ) => MetaStep
}

const workingName = (name: string | null): string => name ?? defaultEnvironment

const forgetDatabase = (id: string): MetaStep[] => [
  deleteFrom(schemaMigrations, { environment_id: id }),
  deleteFrom(migrationStates, { environment_id: id }),
]

export function createEnvironmentRepository(store: MetaStore): EnvironmentRepository {
  return {
    project: async (id) => {
      const row = await store.find(projects, { id })
      return (
        row && {
          working: workingName(row.working_environment),
          connection: row.connection,
          filename: row.filename,
          production: row.production === 1,
        }
      )
    },
    list: (projectId) => store.select(environments, { project_id: projectId }, { orderBy: ['name'] }),
    variables: (environmentId) =>
      store.select(environmentVariables, { environment_id: environmentId }, { orderBy: ['name'] }),
    secrets: async (environmentId) => {
      const rows = await store.select(environmentSecrets, { environment_id: environmentId })
      return new Map(rows.map(({ name, sealed }) => [name, sealed]))
    },
    transact: async (steps) => {
      await store.transact(steps)
    },
    add: (projectId, { id, name }, now) =>
      insertInto(environments, { id, project_id: projectId, name, created_at: now, updated_at: now }),
    addDefault: (projectId, id, now) =>
      insertOrIgnore(environments, ['project_id', 'name'], {
        id,
        project_id: projectId,
        name: defaultEnvironment,
        created_at: now,
        updated_at: now,
      }),
    rename: (id, name, now) => updateIn(environments, { name, updated_at: now }, { id }, { expectRows: 1 }),
    setPlace: (projectId, name, { connection, filename }, now) =>
      updateIn(environments, { connection, filename, updated_at: now }, { project_id: projectId, name }),
    setProduction: (projectId, name, production, now) =>
      updateIn(environments, { production: production ? 1 : 0, updated_at: now }, { project_id: projectId, name }),
    setProductionInUse: (projectId, production, now) =>
      updateIn(projects, { production: production ? 1 : null, updated_at: now }, { id: projectId }),
    forgetDatabase,
    remove: (id) => [
      ...forgetDatabase(id),
      deleteFrom(environmentSecrets, { environment_id: id }),
      deleteFrom(environmentVariables, { environment_id: id }),
      deleteFrom(environments, { id }),
    ],
    saveVariable: (environmentId, { name, content, enabled }, now) =>
      insertOrUpdate(environmentVariables, ['environment_id', 'name'], {
        environment_id: environmentId,
        name,
        content,
        enabled,
        updated_at: now,
      }),
    saveSecret: (environmentId, name, sealed, now) =>
      insertOrUpdate(environmentSecrets, ['environment_id', 'name'], {
        environment_id: environmentId,
        name,
        sealed,
        updated_at: now,
      }),
    removeVariable: (environmentId, name) => [
      deleteFrom(environmentSecrets, { environment_id: environmentId, name }),
      deleteFrom(environmentVariables, { environment_id: environmentId, name }),
    ],
    removeSecret: (environmentId, name) => deleteFrom(environmentSecrets, { environment_id: environmentId, name }),
    use: (projectId, { from, to, place: { connection, filename }, now }) =>
      updateIn(
        projects,
        {
          connection,
          filename: filename ?? '',
          working_environment: to === defaultEnvironment ? null : to,
          updated_at: now,
        },
        `id = ? AND COALESCE(working_environment, '${defaultEnvironment}') = ?`,
        [projectId, from],
        { expectRows: 1 },
      ),
  }
}
