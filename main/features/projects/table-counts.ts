import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { Clock } from '@main/lib/clock'
import type { ProjectDatabases } from './databases'

/** How many tables projects have, for lists that must not wait for a server that is away. */
export interface TableCounts {
  /** Counts and waits for the result; null if the database can't be opened. */
  readonly ask: (projectId: string) => Promise<number | null>
  /** For a list: waits briefly for a server, then returns the cached count while counting continues. */
  readonly glance: (project: Project) => Promise<number | null>
}

const momentMs = 250
/** A server without a response isn't queried again for this long. */
const pauseMs = 15_000

export function createTableCounts(databases: Pick<ProjectDatabases, 'get'>, clock: Clock): TableCounts {
  const known = new Map<string, number>()
  const asked = new Map<string, Promise<number | null>>()
  const failedAt = new Map<string, number>()

  const count = async (projectId: string): Promise<number | null> => {
    try {
      const database = await databases.get(projectId)
      const tables = await database.dialect.introspect.listTables(database)
      const counted = tables.filter(({ type }) => type === 'table').length
      known.set(projectId, counted)
      failedAt.delete(projectId)
      return counted
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failedAt.set(projectId, clock.monotonicMs())
      return null
    }
  }

  const ask = (projectId: string): Promise<number | null> => {
    const running = asked.get(projectId)
    if (running !== undefined) return running
    const counting = count(projectId).finally(() => asked.delete(projectId))
    asked.set(projectId, counting)
    return counting
  }

  return {
    ask,
    glance: async ({ id, source }) => {
      if (source !== 'server') return ask(id)
      const before = known.get(id) ?? null
      const failed = failedAt.get(id)
      if (failed !== undefined && clock.monotonicMs() - failed < pauseMs) return before
      let timer: NodeJS.Timeout | undefined
      const moment = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), momentMs)
      })
      const counting = ask(id)
      // May fail later without a waiting caller.
      counting.catch(() => undefined)
      const counted = await Promise.race([counting, moment])
      clearTimeout(timer)
      return counted ?? before
    },
  }
}
