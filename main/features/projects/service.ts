import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError, errorMessage, type ErrorCode } from '@common/errors'
import type { Project, ProjectType } from '@common/model'
import { createQueue } from '@common/util/queue'
import type { Database } from '@main/db/database'
import type { MetaStep } from '@main/db/meta'
import { storageError } from '@main/lib/files'
import { privateFile } from '@main/lib/private-files'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { ApiServers } from './api-servers'
import { testedConnection, type TestedConnection } from './tested-connection'
import type { OpenDatabase, ProjectDatabases } from './databases'
import {
  exists,
  fileFacts,
  finishFile,
  isSameFile,
  locateDatabaseFile,
  moveToBackups,
  partialFiles,
  partialSuffix,
  removePartial,
  settlePartial,
} from './files'
import { newProjectIdentity, prefixOf, projectTitle, titleOfFile } from './identity'
import type { Member, Membership, ProjectRepository } from './repository'
import { createTableCounts } from './table-counts'

/** Location of a deleted project's file. */
export interface RemovedFile {
  readonly keptAt: 'trash' | 'backups' | 'original'
  readonly fileName: string
}

/** Facts of a project for its members. */
export interface ProjectFacts {
  readonly fileName: string
  readonly fileBytes: number | null
  readonly tableCount: number | null
  /** State of its API. */
  readonly status: 'started' | 'stopped'
}

/** Creates, opens, renames and deletes projects, atomically. */
export interface ProjectService {
  readonly list: (userId: number) => Promise<(Membership & ProjectFacts)[]>
  readonly create: (given: NewProject, fill?: FillDatabase) => Promise<Project>
  readonly createFromFile: (given: Omit<NewProject, 'title'> & ExistingFile) => Promise<Project>
  /** Checks a file like `createFromFile`, without creating a project. */
  readonly testFile: (filename: string) => Promise<TestedConnection>
  /** Returns a project of a member; `opens` marks it as opened. */
  readonly open: (projectId: string, userId: number) => Promise<Membership & ProjectFacts>
  /** Returns the members. */
  readonly members: (projectId: string) => Promise<Member[]>
  readonly rename: (projectId: string, title: string) => Promise<string>
  readonly setProduction: (projectId: string, production: boolean) => Promise<void>
  readonly remove: (projectId: string) => Promise<RemovedFile>
  readonly get: (projectId: string) => Promise<Project>
  readonly ofType: (type: ProjectType) => Promise<string[]>
  /** Completes interrupted work of an earlier process. Await it before serving requests. */
  readonly recover: () => Promise<void>
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
export type FillDatabase = (database: Database, projectId: string) => Promise<readonly MetaStep[]>

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

/** Some files begin like a database and are none: encrypted, cut off, of another format. */
const unreadable: readonly ErrorCode[] = [
  'DATABASE_DAMAGED',
  'DATABASE_UNAVAILABLE',
  'DATABASE_FILE_INVALID',
  'INTERNAL',
  'NOT_SUPPORTED',
]

/** Databases that a list opens only to count their tables. */
const countedByListing = 12

export function createProjectService(options: ProjectServiceOptions): ProjectService {
  const { repository, databases, apiServers, open, clock, ids, profile, trash, discardFiles, report } = options
  const folder = join(profile, 'projects')
  const backups = join(profile, 'backups')
  const now = (): string => clock.now().toISOString()
  // One at a time: two calls must not take the same file, or the same name.
  const { run: inTurn } = createQueue({ maxWaiting: 50 })
  const counts = createTableCounts(databases, clock)

  const freeIdentity = async (title: string): Promise<{ id: string; suffix: string }> => {
    for (;;) {
      const identity = newProjectIdentity(title, ids)
      const isFree =
        (await repository.find(identity.id)) === undefined && !(await exists(join(folder, `${identity.id}.sqlite`)))
      if (isFree) return identity
    }
  }

  const factsOf = async (
    membership: Membership,
    count: (project: Project) => Promise<number | null>,
  ): Promise<Membership & ProjectFacts> => ({
    ...membership,
    ...(await fileFacts(membership.project)),
    tableCount: await count(membership.project),
    status: (await apiServers.stopped()).has(membership.project.id) ? 'stopped' : 'started',
  })

  /** Cleans up after a failed creation of a project. */
  const discard = async (projectId: string, filename: string): Promise<void> => {
    await removePartial(filename)
    await discardFiles(projectId)
  }

  const get = async (projectId: string): Promise<Project> => {
    const project = await repository.find(projectId)
    if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
    return project
  }

  /** The file is complete under another name before the project exists, and gets its own right after. */
  const createBuiltIn = async (given: NewProject, fill: FillDatabase | undefined): Promise<Project> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { id, suffix } = await freeIdentity(given.title)
    const filename = join(folder, `${id}.sqlite`)
    const project: Project = {
      ...given,
      id,
      source: 'builtIn',
      filename,
      prefix: prefixOf(suffix),
      production: false,
      createdAt: now(),
      updatedAt: now(),
    }
    try {
      await privateFile(`${filename}${partialSuffix}`)
      const database = await open(`${filename}${partialSuffix}`, { inPlace: false, create: true })
      let metadata: readonly MetaStep[] = []
      try {
        if (fill !== undefined) metadata = await fill(database, id)
      } finally {
        await database.close()
      }
      await settlePartial(filename)
      await repository.add(project, metadata)
    } catch (error) {
      await discard(id, filename)
      throw storageError(error)
    }
    try {
      await finishFile(filename)
    } catch (error) {
      await repository.remove(id, null, now())
      await discard(id, filename)
      throw error
    }
    return project
  }

  const addFile = async (given: Omit<NewProject, 'title'> & ExistingFile): Promise<Project> => {
    const filename = await locateDatabaseFile(given.filename, profile)
    for (const other of await repository.all())
      if (await isSameFile(other.filename, filename)) throw new AppError('DATABASE_FILE_IN_USE', { title: other.title })
    const title = given.title === undefined ? titleOfFile(basename(filename)) : projectTitle(given.title)
    await readOnce(filename)
    const { id } = await freeIdentity(title)
    const { type, ownerId } = given
    const at = { createdAt: now(), updatedAt: now() }
    const project: Project = {
      id,
      title,
      type,
      source: 'file',
      filename,
      prefix: '',
      production: false,
      ownerId,
      ...at,
    }
    await repository.add(project, [])
    return project
  }

  const readOnce = async (filename: string): Promise<void> => {
    try {
      const database = await open(filename, { inPlace: true, create: false })
      try {
        await database.dialect.introspect.listTables(database)
      } finally {
        await database.close()
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'DATABASE_FILE_IN_USE') throw new AppError('DATABASE_BUSY', {}, { cause: error })
      if (!unreadable.includes(error.code)) throw error
      // The header is valid, but SQLite failed on a later page.
      const isDamaged = error.code === 'DATABASE_DAMAGED' || error.cause instanceof AppError
      const name = basename(filename)
      throw new AppError('DATABASE_FILE_INVALID', isDamaged ? { damaged: name } : { fileName: name }, { cause: error })
    }
  }

  const keepFile = async (filename: string): Promise<RemovedFile> => {
    const fileName = basename(filename)
    if (!(await exists(filename))) return { keptAt: 'original', fileName }
    // Files beside a closed database belong to it, and the system's trash would separate them.
    const isWhole = !(await exists(`${filename}-wal`)) && !(await exists(`${filename}-journal`))
    if (trash !== undefined && isWhole) {
      try {
        await trash(filename)
        return { keptAt: 'trash', fileName }
      } catch (error) {
        report(error)
      }
    }
    return { keptAt: 'backups', fileName: (await moveToBackups(filename, backups, clock.now())) ?? fileName }
  }

  const finishRemovals = async (): Promise<void> => {
    for (const { id, fileName } of await repository.pendingRemovals()) {
      await moveToBackups(join(folder, basename(fileName)), backups, clock.now())
      await repository.removalDone(id)
    }
  }

  const finishConstruction = async (): Promise<void> => {
    for (const name of await partialFiles(folder)) {
      const filename = join(folder, name)
      const id = basename(name, '.sqlite')
      const project = await repository.find(id)
      // The project exists; only the rename of its file is missing.
      if (project?.filename === filename && !(await exists(filename))) await finishFile(filename)
      else if (project === undefined) await discard(id, filename)
      else await removePartial(filename)
    }
  }

  return {
    get,

    ofType: async (type) => (await repository.all()).filter((project) => project.type === type).map(({ id }) => id),

    list: async (userId) => {
      const memberships = await repository.ofMember(userId)
      return Promise.all(
        memberships.map((membership, at) =>
          factsOf(
            membership,
            at < countedByListing || databases.isOpen(membership.project.id) ? counts.glance : async () => null,
          ),
        ),
      )
    },

    create: (given, fill) => inTurn(() => createBuiltIn({ ...given, title: projectTitle(given.title) }, fill)),

    createFromFile: (given) => inTurn(() => addFile(given)),

    testFile: async (filename) => {
      try {
        await readOnce(await locateDatabaseFile(filename, profile))
        return testedConnection({ failure: null, steps: [] }, undefined)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return testedConnection({ failure: 'unknown', steps: [] }, errorMessage(error.code, error.details))
      }
    },

    members: (projectId) => repository.members(projectId),

    open: async (projectId, userId) => {
      const database = await databases.get(projectId)
      // The pool opens without contacting the server.
      await database.schemaVersion()
      await repository.markOpened(projectId, userId, now())
      const [membership] = await repository.ofMember(userId, projectId)
      if (membership === undefined) throw new AppError('PROJECT_NOT_FOUND')
      return factsOf(membership, ({ id }) => counts.ask(id))
    },

    rename: async (projectId, given) => {
      const title = projectTitle(given)
      await get(projectId)
      await repository.rename(projectId, title, now())
      return title
    },

    setProduction: async (projectId, production) => {
      await get(projectId)
      await repository.setProduction(projectId, production, now())
    },

    remove: (projectId) =>
      inTurn(() =>
        databases.whileClosed(projectId, async () => {
          const project = await get(projectId)
          const fileName = project.server?.database ?? basename(project.filename)
          if (project.source !== 'builtIn') {
            await repository.remove(projectId, null, now())
            return { keptAt: 'original', fileName }
          }
          await repository.remove(projectId, { id: projectId, fileName }, now())
          const removed = await keepFile(project.filename)
          await repository.removalDone(projectId)
          return removed
        }),
      ),

    recover: async () => {
      // Unfinished removals are retried at the next start and don't block the server.
      await finishRemovals().catch(report)
      await finishConstruction().catch(report)
    },
  }
}
