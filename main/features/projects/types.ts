import type { ProjectType } from '@common/model'
import type { Database } from '@main/db/database'
import type { MetaStep } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { ApiServers } from './api-servers'
import type { OpenDatabase, ProjectDatabases } from './databases'
import type { ProjectRepository } from './repository'

/** Location of a deleted project's file. */
export interface RemovedFile {
  readonly keptAt: 'trash' | 'backups' | 'original'
  readonly fileName: string
}

export interface NewProject {
  readonly title: string
  readonly type: ProjectType
  readonly ownerId: number
}

export interface ExistingFile {
  readonly title?: string | undefined
  readonly filename: string
}

/** Fills a new database and returns its metadata. */
export type FillDatabase = (database: Database, projectId: string, prefix: string) => Promise<readonly MetaStep[]>

export interface ProjectServiceOptions {
  readonly repository: ProjectRepository
  readonly databases: ProjectDatabases
  readonly apiServers: Pick<ApiServers, 'stopped'>
  readonly open: OpenDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly profile: string
  /** The system's bin; absent without a desktop. */
  readonly trash?: ((path: string) => Promise<void>) | undefined
  /** Removes the stored files of a project whose creation failed. */
  readonly discardFiles: (projectId: string) => Promise<void>
  /** Reports errors without a caller. */
  readonly report: (error: unknown) => void
}
