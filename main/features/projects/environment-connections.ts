import type { ConnectionView } from '@common/model/connection'
import { viewOf, type ConnectionService } from './connections'
import type { ProjectDatabases } from './databases'
import type { ProjectRepository, StoredConnection } from './repository'

/** Connections of environments that have databases of their own. */
export interface EnvironmentConnections extends Pick<ConnectionService, 'connected' | 'testEdited'> {
  /** Decrypts a stored connection; undefined if its key was replaced. */
  readonly open: (projectId: string, sealed: string) => StoredConnection | undefined
  readonly seal: (projectId: string, connection: StoredConnection) => string
  readonly view: (connection: StoredConnection) => ConnectionView
  /** True if the key of stored connections is locked. */
  readonly isLocked: () => boolean
  /** Closes a project's database, so that the next caller opens the one in use now. */
  readonly reopen: (projectId: string) => void
}

export function createEnvironmentConnections(options: {
  readonly repository: Pick<ProjectRepository, 'openConnection' | 'sealConnection'>
  readonly connections: ConnectionService
  readonly databases: Pick<ProjectDatabases, 'reopen'>
  readonly isLocked: () => boolean
}): EnvironmentConnections {
  const { repository, connections, databases, isLocked } = options
  return {
    connected: connections.connected,
    testEdited: connections.testEdited,
    open: repository.openConnection,
    seal: repository.sealConnection,
    view: viewOf,
    isLocked,
    reopen: databases.reopen,
  }
}
