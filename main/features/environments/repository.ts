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

const { environments, environmentVariables, environmentSecrets, projects } = metaTables

/** A stored environment. */
export type StoredEnvironment = Pick<EnvironmentRow, 'id' | 'name' | 'connection'>

/** Facts of a project that its environments change. */
export interface StoredProject {
  /** Name of the working environment. */
  readonly working: string
  /** Encrypted connection in use; null for files. */
  readonly connection: string | null
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
  readonly add: (projectId: string, environment: StoredEnvironment, now: string) => MetaStep
  /** Adds the row of the default environment where it is missing. */
  readonly addDefault: (projectId: string, id: string, now: string) => MetaStep
  readonly rename: (id: string, name: string, now: string) => MetaStep
  readonly setConnection: (projectId: string, name: string, connection: string | null, now: string) => MetaStep
  readonly remove: (id: string) => readonly MetaStep[]
  readonly saveVariable: (environmentId: string, variable: StoredVariable, now: string) => MetaStep
  readonly saveSecret: (environmentId: string, name: string, sealed: string, now: string) => MetaStep
  readonly removeVariable: (environmentId: string, name: string) => readonly MetaStep[]
  readonly removeSecret: (environmentId: string, name: string) => MetaStep
  /** Fails if the working environment isn't `from` any more. */
  readonly use: (
    projectId: string,
    change: { readonly from: string; readonly to: string; readonly connection: string | null; readonly now: string },
  ) => MetaStep
}

const workingName = (name: string | null): string => name ?? defaultEnvironment

export function createEnvironmentRepository(store: MetaStore): EnvironmentRepository {
  return {
    project: async (id) => {
      const row = await store.find(projects, { id })
      return row && { working: workingName(row.working_environment), connection: row.connection }
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
    add: (projectId, { id, name, connection }, now) =>
      insertInto(environments, { id, project_id: projectId, name, connection, created_at: now, updated_at: now }),
    addDefault: (projectId, id, now) =>
      insertOrIgnore(environments, ['project_id', 'name'], {
        id,
        project_id: projectId,
        name: defaultEnvironment,
        created_at: now,
        updated_at: now,
      }),
    rename: (id, name, now) => updateIn(environments, { name, updated_at: now }, { id }, { expectRows: 1 }),
    setConnection: (projectId, name, connection, now) =>
      updateIn(environments, { connection, updated_at: now }, { project_id: projectId, name }),
    remove: (id) => [
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
    use: (projectId, { from, to, connection, now }) =>
      updateIn(
        projects,
        { connection, working_environment: to === defaultEnvironment ? null : to, updated_at: now },
        `id = ? AND COALESCE(working_environment, '${defaultEnvironment}') = ?`,
        [projectId, from],
        { expectRows: 1 },
      ),
  }
}
