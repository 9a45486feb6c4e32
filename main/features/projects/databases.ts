import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { Database } from '@main/db/database'
import type { Clock } from '@main/lib/clock'
import { checkProjectFile } from './files'

export interface OpenOptions {
  /** The file belongs to its owner: opening it changes none of its bytes. */
  readonly inPlace: boolean
  /** Creates a missing file. */
  readonly create: boolean
}

/** Opens a database file. Creates it only on request. Injected by `createApplication`. */
export type OpenDatabase = (filename: string, options: OpenOptions) => Promise<Database>

/**
 * Returns the database of a project.
 *
 * @param sinceMs  the connection may have been read since then, by `performance.now()`. Default: now
 */
export type GetDatabase = (projectId: string, sinceMs?: number) => Promise<Database>

/** The open databases of projects: opened on first use, shared by all callers, closed when idle. */
export interface ProjectDatabases {
  /** @throws AppError PROJECT_NOT_FOUND, DATABASE_UNAVAILABLE, DATABASE_DAMAGED: of this project alone */
  readonly get: GetDatabase
  /** Returns an open database synchronously if only this process can change its connection. */
  readonly now: (projectId: string) => Database | undefined
  /** Closes a project's database after running work, so that the next caller reopens it. */
  readonly reopen: (projectId: string) => void
  /** Closes a project's database, and rejects callers until the action is done. */
  readonly whileClosed: <T>(projectId: string, action: () => Promise<T>) => Promise<T>
  readonly isOpen: (projectId: string) => boolean
  readonly closeAll: () => Promise<void>
}

interface Entry {
  readonly database: Promise<Database>
  /** Version of the connection that it was opened with. */
  readonly version: string
  usedAt: number
  /** When it has been opened. */
  opened?: Database
}

const idleAfterMs = 10 * 60_000
const checkEveryMs = 60_000
/** Above this number, idle databases are closed early, because each needs several threads. */
const openAtMost = 24
/** Longer than any statement may take. */
const momentMs = 60_000

export function createProjectDatabases(options: {
  readonly find: (projectId: string) => Promise<Project | undefined>
  readonly open: OpenDatabase
  /** Opens a project on a database server. */
  readonly openServer: (project: Project) => Promise<Database>
  /** Changes when another server process has changed a project's connection. */
  readonly connectionVersion: (projectId: string, sinceMs?: number) => Promise<string>
  /** True if no other process changes connections. */
  readonly connectionsFixed: boolean
  readonly clock: Clock
  /** Reports errors of closing. */
  readonly report: (error: unknown) => void
}): ProjectDatabases {
  const { find, open, openServer, connectionVersion, connectionsFixed, clock, report } = options
  const entries = new Map<string, Entry>()
  const closed = new Set<string>()
  let ended = false

  const openProject = async (projectId: string): Promise<Database> => {
    const project = await find(projectId)
    if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
    if (project.source === 'server') return openServer(project)
    await checkProjectFile(project)
    try {
      return await open(project.filename, { inPlace: project.source !== 'builtIn', create: false })
    } catch (error) {
      throw openingError(error, project)
    }
  }

  const close = async (projectId: string): Promise<void> => {
    const entry = entries.get(projectId)
    if (entry === undefined) return
    entries.delete(projectId)
    // A database that failed to open needs no closing.
    const database = await entry.database.catch(() => undefined)
    await database?.close()
  }

  const reopen = (projectId: string): void => {
    close(projectId).catch(report)
  }

  const closeIdle = (idleMs: number, keep: number): void => {
    const idle = [...entries]
      .filter(([, entry]) => clock.monotonicMs() - entry.usedAt >= idleMs)
      .sort(([, left], [, right]) => left.usedAt - right.usedAt)
    for (const [projectId] of idle.slice(0, Math.max(0, entries.size - keep))) close(projectId).catch(report)
  }

  const timer = setInterval(() => closeIdle(idleAfterMs, 0), checkEveryMs)
  timer.unref()

  return {
    get: async (projectId, sinceMs) => {
      const version = await connectionVersion(projectId, sinceMs)
      if (ended) throw new AppError('DATABASE_UNAVAILABLE')
      if (closed.has(projectId)) throw new AppError('PROJECT_NOT_FOUND')
      if (entries.get(projectId)?.version !== version) reopen(projectId)
      const known = entries.get(projectId)
      if (known !== undefined) {
        known.usedAt = clock.monotonicMs()
        return known.database
      }
      closeIdle(momentMs, openAtMost)
      const entry: Entry = { database: openProject(projectId), version, usedAt: clock.monotonicMs() }
      entries.set(projectId, entry)
      // The next caller tries again: the file may be back by then.
      entry.database.then(
        (database) => (entry.opened = database),
        () => {
          if (entries.get(projectId) === entry) entries.delete(projectId)
        },
      )
      return entry.database
    },

    now: (projectId) => {
      const entry = connectionsFixed && !ended && !closed.has(projectId) ? entries.get(projectId) : undefined
      if (entry?.opened === undefined) return undefined
      entry.usedAt = clock.monotonicMs()
      return entry.opened
    },

    reopen,

    whileClosed: async (projectId, action) => {
      closed.add(projectId)
      try {
        await close(projectId)
        return await action()
      } finally {
        closed.delete(projectId)
      }
    },

    isOpen: (projectId) => entries.has(projectId),

    closeAll: async () => {
      ended = true
      clearInterval(timer)
      await Promise.all([...entries.keys()].map(close))
    },
  }
}

/** Translates an error of opening for a project. */
function openingError(error: unknown, project: Project): unknown {
  if (!(error instanceof AppError)) return error
  const details = { name: project.title }
  switch (error.code) {
    case 'DATABASE_FILE_NOT_FOUND':
    case 'DATABASE_FILE_FORBIDDEN':
    case 'DATABASE_UNAVAILABLE':
      return new AppError('DATABASE_UNAVAILABLE', details, { cause: error })
    case 'DATABASE_FILE_INVALID':
    case 'DATABASE_DAMAGED':
      return new AppError('DATABASE_DAMAGED', details, { cause: error })
    case 'DATABASE_FILE_IN_USE':
      return new AppError('DATABASE_BUSY', {}, { cause: error })
    default:
      return error
  }
}
