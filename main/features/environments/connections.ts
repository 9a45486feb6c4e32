import { defaultEnvironment } from '@common/constants'
import { AppError } from '@common/errors'
import type { ConnectionEdit, ConnectionView } from '@common/model/connection'
import type { Database } from '@main/db/database'
import type { MetaStep } from '@main/db/meta'
import type { EnvironmentConnections, StoredConnection } from '@main/features/projects'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { DatabasePlace, EnvironmentRepository } from './repository'
import { findEnvironment, isInProduction, isSamePlace, ownerOf, placeOf, readProject, type Found } from './places'

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
  /** Returns the working environment, and the environment that its database belongs to. */
  readonly inUse: (projectId: string) => Promise<EnvironmentKey & { readonly environment: string }>
  /** Opens the database of an environment while work runs. @throws AppError ENVIRONMENT_NOT_FOUND */
  readonly using: <T>(
    projectId: string,
    name: string,
    work: (place: {
      readonly key: EnvironmentKey
      readonly database: Database
      readonly production: boolean
    }) => Promise<T>,
  ) => Promise<T>
}

/** Identifies the database of an environment: the environment that it belongs to, empty for the default one. */
export interface EnvironmentKey {
  readonly projectId: string
  readonly environmentId: string
}

export function createEnvironmentDatabases(options: {
  readonly repository: EnvironmentRepository
  readonly connections: EnvironmentConnections
  readonly clock: Clock
  readonly ids: Ids
}): EnvironmentDatabases {
  const { repository, connections, clock, ids } = options

  const find = (projectId: string, name: string): Promise<Found> => findEnvironment(repository, projectId, name)

  const opened = (projectId: string, sealed: string | null | undefined): StoredConnection | undefined => {
    if (sealed === null || sealed === undefined) return undefined
    const connection = connections.open(projectId, sealed)
    if (connection === undefined && connections.isLocked()) throw new AppError('SECRETS_LOCKED')
    return connection
  }

  const openAt = async (projectId: string, name: string, place: DatabasePlace): Promise<Database> => {
    if (place.connection === null) return connections.openFile(projectId, place.filename ?? '')
    const connection = opened(projectId, place.connection)
    if (connection === undefined) throw new AppError('CONNECTION_UNREADABLE')
    return connections.openServer(connection, name)
  }

  /** Returns the connection that an edit starts from: the own one. @throws AppError ENVIRONMENT_ON_FILE */
  const editable = async (
    projectId: string,
    name: string,
  ): Promise<Found & { readonly own: StoredConnection | undefined }> => {
    const found = await find(projectId, name)
    if (found.home.connection === null) throw new AppError('ENVIRONMENT_ON_FILE')
    return {
      ...found,
      own: opened(projectId, name === defaultEnvironment ? found.home.connection : found.environment?.connection),
    }
  }

  /** Steps that put a connection into use if the environment is the working one. */
  const inUse = ({ project }: Found, projectId: string, name: string, place: DatabasePlace, now: string): MetaStep[] =>
    project.working === name ? [repository.use(projectId, { from: name, to: name, place, now })] : []

  return {
    inUse: async (projectId) => {
      const { project, all } = await readProject(repository, projectId)
      return { projectId, environmentId: ownerOf(all, project.working), environment: project.working }
    },

    using: async (projectId, name, work) => {
      const { project, all } = await find(projectId, name)
      const key = { projectId, environmentId: ownerOf(all, name) }
      const production = isInProduction(all, project, name)
      const place = placeOf(all, project, name)
      if (isSamePlace(place, project))
        return work({ key, production, database: await connections.openProject(projectId) })
      const database = await openAt(projectId, name, place)
      try {
        return await work({ key, production, database })
      } finally {
        await database.close()
      }
    },

    read: async (projectId, name) => {
      const { environment, home } = await find(projectId, name)
      const connection = opened(projectId, name === defaultEnvironment ? home.connection : environment?.connection)
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
      const kind = opened(projectId, found.home.connection)?.settings.kind
      if (kind !== undefined && kind !== edit.kind) throw new AppError('ENVIRONMENT_OTHER_KIND')
      const connection = await connections.connected(found.own, edit, person)
      const own = { connection: connections.seal(projectId, connection), filename: null }
      const now = clock.now().toISOString()
      await repository.transact([
        repository.addDefault(projectId, ids.hex(16), now),
        repository.setPlace(projectId, defaultEnvironment, found.home, now),
        repository.setPlace(projectId, name, own, now),
        ...inUse(found, projectId, name, own, now),
      ])
      if (found.project.working === name) connections.reopen(projectId)
      return connections.view(connection)
    },

    remove: async (projectId, name) => {
      if (name === defaultEnvironment) throw new AppError('ENVIRONMENT_IS_DEFAULT', { environment: name })
      const found = await find(projectId, name)
      // An own file stays in use: `environmentFileDelete` moves it to the backups.
      if (found.environment === undefined || found.environment.connection === null) return
      const isWorking = found.project.working === name
      const { connection } = found.home
      if (isWorking && connection !== null && connections.open(projectId, connection) === undefined)
        throw new AppError('CONNECTION_UNREADABLE')
      const now = clock.now().toISOString()
      await repository.transact([
        ...repository.forgetDatabase(found.environment.id),
        repository.setPlace(projectId, name, { connection: null, filename: null }, now),
        ...inUse(found, projectId, name, found.home, now),
      ])
      if (isWorking) connections.reopen(projectId)
    },
  }
}
