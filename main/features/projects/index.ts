import { join } from 'node:path'
import type { projectOperations } from '@common/operations/projects'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Handlers } from '@main/operations/context'
import { createProjectDatabases, type OpenDatabase, type ProjectDatabases } from './databases'
import { createProjectHandlers } from './handlers'
import { createProjectRepository } from './repository'
import { createProjectService, type ProjectService } from './service'

export type { OpenDatabase, OpenOptions, ProjectDatabases } from './databases'
export type { ProjectService } from './service'

export interface ProjectsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly profile: string
  readonly version: string
  readonly open: OpenDatabase
  /** Moves a file to the system's bin; absent without a desktop. */
  readonly trash?: ((path: string) => Promise<void>) | undefined
  /** Told of what went wrong without harm to a caller. */
  readonly report: (error: unknown) => void
}

/** Projects and their open databases. */
export interface Projects {
  readonly databases: ProjectDatabases
  readonly service: ProjectService
  readonly handlers: Handlers<typeof projectOperations>
}

/** Finishes what a crash cut short, then is ready. */
export async function createProjects(options: ProjectsOptions): Promise<Projects> {
  const { store, clock, ids, profile, version, open, trash, report } = options
  const repository = createProjectRepository(store, (fileName) => join(profile, 'projects', fileName))
  const databases = createProjectDatabases({ find: repository.find, open, clock, report })
  const service = createProjectService({ repository, databases, open, clock, ids, profile, trash, report })
  await service.recover()
  const now = (): string => clock.now().toISOString()
  const handlers = createProjectHandlers({ service, databases, version, metaEngine: store.engine, now })
  return { databases, service, handlers }
}
