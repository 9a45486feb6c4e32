import { join } from 'node:path'
import type { projectOperations } from '@common/operations/projects'
import type { ClientProgram } from '@main/db/client-program'
import type { MetaStore } from '@main/db/meta'
import type { Servers } from '@main/db/pool'
import type { FirstFiles } from '@main/features/attachments'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { FeatureModule } from '@main/operations/module'
import type { AddEnvironments } from './connection-handlers'
import { projectAudit } from './audit-rules'
import { createApiServers, type ApiServers } from './api-servers'
import { createConnectionService, type ConnectionService } from './connections'
import { createEnvironmentConnections, type EnvironmentConnections } from './environment-connections'
import { createProjectDatabases, type OpenDatabase, type ProjectDatabases } from './databases'
import { createProjectHandlers, type ProjectFromTemplate } from './handlers'
import { createProjectRepository } from './repository'
import { createServerDatabases } from './server-databases'
import { createProjectService, type ProjectService } from './service'

export type { OpenDatabase, OpenOptions, ProjectDatabases } from './databases'
export type { ApiServers } from './api-servers'
export { person, type AddEnvironments } from './connection-handlers'
export type { EnvironmentConnections } from './environment-connections'
export type { StoredConnection } from './repository'
export type { ProjectService } from './service'

export interface ProjectsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly profile: string
  readonly version: string
  readonly open: OpenDatabase
  readonly servers: Servers
  /** Encrypts connections. */
  readonly secrets: Pick<Secrets, 'box' | 'isLocked'>
  /** Moves a file to the system's bin; absent without a desktop. */
  readonly trash?: ((path: string) => Promise<void>) | undefined
  /** Initial files of a new project. */
  readonly files: FirstFiles
  /** Returns the address of gRPC; empty if no project uses it. */
  readonly grpcAddress: () => Promise<string>
  readonly fromTemplate: ProjectFromTemplate
  readonly addEnvironments: AddEnvironments
  /** Reports errors without a caller. */
  readonly report: (error: unknown) => void
}

/** Projects and their open databases. */
export interface Projects extends FeatureModule<typeof projectOperations> {
  readonly databases: ProjectDatabases
  readonly service: ProjectService
  readonly apiServers: ApiServers
  /** Databases of environments. */
  readonly environments: EnvironmentConnections
  /** Returns the connection of a project without its secrets; undefined for files and unreadable ones. */
  readonly connection: ConnectionService['find']
  /** Returns the client program of a project's database; undefined for kinds without one. */
  readonly client: (projectId: string) => Promise<((folder: string) => ClientProgram) | undefined>
}

/** Completes interrupted work of an earlier process, then resolves. */
export async function createProjects(options: ProjectsOptions): Promise<Projects> {
  const { store, clock, ids, profile, version, open, servers, trash, files, grpcAddress, report } = options
  const now = (): string => clock.now().toISOString()
  const secrets = options.secrets.box(secretName, 'project connections')
  const isLocked = (): boolean => options.secrets.isLocked(secretName)
  const repository = createProjectRepository(store, (fileName) => join(profile, 'projects', fileName), secrets)
  const databases = createProjectDatabases({
    find: repository.find,
    connectionVersion: repository.connectionVersion,
    connectionsFixed: store.exclusive,
    open,
    openServer: createServerDatabases({ repository, servers, isLocked }),
    clock,
    report,
  })
  const connections = createConnectionService({ repository, servers, databases, clock, ids, isLocked })
  const apiServers = createApiServers(store)
  const service = createProjectService({
    repository,
    databases,
    apiServers,
    open,
    clock,
    ids,
    profile,
    trash,
    discardFiles: files.discard,
    report,
  })
  await service.recover()
  const handlers = createProjectHandlers({
    service,
    connections,
    databases,
    apiServers,
    grpcAddress,
    version,
    metaEngine: store.engine,
    addEnvironments: options.addEnvironments,
    now,
    files,
    ids,
    fromTemplate: options.fromTemplate,
  })
  return {
    databases,
    service,
    apiServers,
    environments: createEnvironmentConnections({
      repository,
      connections,
      databases,
      servers,
      open,
      profile,
      clock,
      ids,
      isLocked,
    }),
    handlers,
    audit: projectAudit,
    connection: async (projectId) =>
      (await service.get(projectId)).source === 'server' ? connections.find(projectId) : undefined,
    client: async (projectId) => {
      const { source, filename } = await service.get(projectId)
      if (source !== 'server') return () => servers.fileClient(filename)
      const connection = await repository.connection(projectId)
      return connection && servers.client(connection.settings)
    },
  }
}

const secretName = 'nc_connection_secret'
