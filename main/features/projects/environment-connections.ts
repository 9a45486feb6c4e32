import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { ConnectionView } from '@common/model/connection'
import type { Database } from '@main/db/database'
import type { Servers } from '@main/db/pool'
import type { Clock } from '@main/lib/clock'
import { storageError } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'
import { privateFile } from '@main/lib/private-files'
import { viewOf, type ConnectionService } from './connections'
import type { OpenDatabase, ProjectDatabases } from './databases'
import { checkProjectFile, moveToBackups } from './files'
import type { ProjectRepository, StoredConnection } from './repository'
import { openServerDatabase } from './server-databases'

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
  /** Opens a database for a short time. Errors name the environment. Close it. */
  readonly openServer: (connection: StoredConnection, environment: string) => Promise<Database>
  /** @param filename  as the project stores it */
  readonly openFile: (projectId: string, filename: string) => Promise<Database>
  /** Creates a database file, runs work with it, and returns its name as the project stores it. */
  readonly createFile: (projectId: string, fill: (database: Database) => Promise<void>) => Promise<string>
  /** Moves a file of an environment to the backups. */
  readonly removeFile: (projectId: string, filename: string) => Promise<void>
  /** The database in use. */
  readonly openProject: (projectId: string) => Promise<Database>
}

export function createEnvironmentConnections(options: {
  readonly repository: Pick<ProjectRepository, 'find' | 'openConnection' | 'sealConnection' | 'fileOf'>
  readonly connections: ConnectionService
  readonly databases: Pick<ProjectDatabases, 'reopen' | 'get'>
  readonly servers: Pick<Servers, 'open' | 'failureOf'>
  readonly open: OpenDatabase
  readonly profile: string
  readonly clock: Clock
  readonly ids: Ids
  readonly isLocked: () => boolean
}): EnvironmentConnections {
  const { repository, connections, databases, servers, open, profile, clock, ids, isLocked } = options
  const folder = join(profile, 'projects')
  const projectOf = async (projectId: string): Promise<Project> => {
    const project = await repository.find(projectId)
    if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
    return project
  }
  return {
    connected: connections.connected,
    testEdited: connections.testEdited,
    open: repository.openConnection,
    seal: repository.sealConnection,
    view: viewOf,
    isLocked,
    reopen: databases.reopen,
    openServer: (connection, environment) => openServerDatabase(servers, connection, environment),
    openFile: async (projectId, stored) => {
      const project = await projectOf(projectId)
      const filename = repository.fileOf(project.source, stored)
      await checkProjectFile({ ...project, filename })
      return open(filename, { inPlace: project.source !== 'builtIn', create: false })
    },
    createFile: async (projectId, fill) => {
      const { source } = await projectOf(projectId)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${projectId}-${ids.hex(4)}.sqlite`
      const path = join(folder, name)
      try {
        await privateFile(path)
        const database = await open(path, { inPlace: false, create: true })
        try {
          await fill(database)
        } finally {
          await database.close()
        }
      } catch (error) {
        await rm(path, { force: true })
        throw storageError(error)
      }
      return source === 'builtIn' ? name : path
    },
    removeFile: async (projectId, stored) => {
      const { source } = await projectOf(projectId)
      await moveToBackups(repository.fileOf(source, stored), join(profile, 'backups'), clock.now())
    },
    openProject: databases.get,
  }
}
