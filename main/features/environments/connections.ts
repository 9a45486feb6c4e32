import { defaultEnvironment } from '@common/constants'
import { AppError } from '@common/errors'
import type { ConnectionEdit, ConnectionView } from '@common/model/connection'
import type { MetaStep } from '@main/db/meta'
import type { EnvironmentConnections, StoredConnection } from '@main/features/projects'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { EnvironmentRepository, StoredEnvironment, StoredProject } from './repository'
import { homeConnection } from './service'

type ConnectingPerson = Parameters<EnvironmentConnections['connected']>[2]
type TestedConnection = Awaited<ReturnType<EnvironmentConnections['testEdited']>>

/** Databases of their own for environments of projects on database servers. */
export interface EnvironmentDatabases {
  readonly read: (projectId: string, name: string) => Promise<ConnectionView | null>
  readonly test: (
    projectId: string,
    name: string,
    edit: ConnectionEdit,
    person: ConnectingPerson,
  ) => Promise<TestedConnection>
  readonly save: (
    projectId: string,
    name: string,
    edit: ConnectionEdit,
    person: ConnectingPerson,
  ) => Promise<ConnectionView>
  readonly remove: (projectId: string, name: string) => Promise<void>
}

interface Found {
  readonly project: StoredProject
  readonly all: readonly StoredEnvironment[]
  readonly environment: StoredEnvironment | undefined
  /** Encrypted connection of the default environment. */
  readonly home: string | null
}

export function createEnvironmentDatabases(options: {
  readonly repository: EnvironmentRepository
  readonly connections: EnvironmentConnections
  readonly clock: Clock
  readonly ids: Ids
}): EnvironmentDatabases {
  const { repository, connections, clock, ids } = options

  const find = async (projectId: string, name: string): Promise<Found> => {
    const [project, all] = await Promise.all([repository.project(projectId), repository.list(projectId)])
    if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
    const environment = all.find((each) => each.name === name)
    if (environment === undefined && name !== defaultEnvironment)
      throw new AppError('ENVIRONMENT_NOT_FOUND', { environment: name })
    return { project, all, environment, home: homeConnection(all, project) }
  }

  const opened = (projectId: string, sealed: string | null | undefined): StoredConnection | undefined => {
    if (sealed === null || sealed === undefined) return undefined
    const connection = connections.open(projectId, sealed)
    if (connection === undefined && connections.isLocked()) throw new AppError('SECRETS_LOCKED')
    return connection
  }

  /** Returns the connection that an edit starts from: the own one. @throws AppError ENVIRONMENT_ON_FILE */
  const editable = async (
    projectId: string,
    name: string,
  ): Promise<Found & { readonly own: StoredConnection | undefined }> => {
    const found = await find(projectId, name)
    if (found.home === null) throw new AppError('ENVIRONMENT_ON_FILE')
    return {
      ...found,
      own: opened(projectId, name === defaultEnvironment ? found.home : found.environment?.connection),
    }
  }

  /** Steps that put a connection into use if the environment is the working one. */
  const inUse = (
    { project }: Found,
    projectId: string,
    name: string,
    connection: string | null,
    now: string,
  ): MetaStep[] =>
    project.working === name ? [repository.use(projectId, { from: name, to: name, connection, now })] : []

  return {
    read: async (projectId, name) => {
      const { environment, home } = await find(projectId, name)
      const connection = opened(projectId, name === defaultEnvironment ? home : environment?.connection)
      return connection === undefined ? null : connections.view(connection)
    },

    test: async (projectId, name, edit, person) => {
      const { own } = await editable(projectId, name)
      return connections.testEdited(own, edit, person)
    },

    save: async (projectId, name, edit, person) => {
      if (name === defaultEnvironment) throw new AppError('ENVIRONMENT_IS_DEFAULT', { environment: name })
      const found = await editable(projectId, name)
      // The metadata of the project speaks the types of one kind of database.
      const kind = opened(projectId, found.home)?.settings.kind
      if (kind !== undefined && kind !== edit.kind) throw new AppError('ENVIRONMENT_OTHER_KIND')
      const connection = await connections.connected(found.own, edit, person)
      const sealed = connections.seal(projectId, connection)
      const now = clock.now().toISOString()
      await repository.transact([
        repository.addDefault(projectId, ids.hex(16), now),
        repository.setConnection(projectId, defaultEnvironment, found.home, now),
        repository.setConnection(projectId, name, sealed, now),
        ...inUse(found, projectId, name, sealed, now),
      ])
      if (found.project.working === name) connections.reopen(projectId)
      return connections.view(connection)
    },

    remove: async (projectId, name) => {
      if (name === defaultEnvironment) throw new AppError('ENVIRONMENT_IS_DEFAULT', { environment: name })
      const found = await find(projectId, name)
      const isWorking = found.project.working === name
      if (isWorking && found.home !== null && connections.open(projectId, found.home) === undefined)
        throw new AppError('CONNECTION_UNREADABLE')
      const now = clock.now().toISOString()
      await repository.transact([
        repository.setConnection(projectId, name, null, now),
        ...inUse(found, projectId, name, found.home, now),
      ])
      if (isWorking) connections.reopen(projectId)
    },
  }
}
