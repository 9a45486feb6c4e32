import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { Clock } from '@main/lib/clock'
import type { ProjectDatabases } from './databases'

/** How many tables projects have, for lists that must not wait for a server that is away. */
export interface TableCounts {
  /** Asks and waits for the answer; null when the database cannot be opened. */
  readonly ask: (projectId: string) => Promise<number | null>
  /** For a list: a server is given a moment only, then what is known from before counts. It goes on being asked. */
  readonly glance: (project: Project) => Promise<number | null>
}

const momentMs = 250
/** A server that has not answered is left alone for this long. */
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
      // It may still fail when nobody waits any more.
      counting.catch(() => undefined)
      const counted = await Promise.race([counting, moment])
      clearTimeout(timer)
      return counted ?? before
    },
  }
}
