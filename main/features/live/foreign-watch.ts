import type { Database } from '@main/db/database'

/** Detects writes of other programs to databases with open windows, if the engine can report them cheaply. */
export interface ForeignWatch {
  /** @returns the function that ends it */
  readonly watch: (projectId: string) => () => void
  /** Our own write changes the version too, and has its own, more detailed event. */
  readonly ownChange: (projectId: string) => void
  readonly close: () => void
}

const lookEveryMs = 500
/** Number of checks to skip for an unavailable database, because opening it is expensive. */
const awayLooks = 6

interface Watched {
  listeners: number
  version: number | string | undefined
  ownSince: boolean
  looking: boolean
  /** Looks that are left out. */
  rests: number
}

export function createForeignWatch(options: {
  readonly database: (projectId: string) => Promise<Database>
  readonly changed: (projectId: string) => void
}): ForeignWatch {
  const { database, changed } = options
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined

  const look = async (projectId: string, entry: Watched): Promise<void> => {
    if (entry.looking) return
    if (entry.rests > 0) {
      entry.rests -= 1
      return
    }
    entry.looking = true
    try {
      const { ownSince, version: before } = entry
      entry.ownSince = false
      const opened = await database(projectId)
      // Only databases with a synchronous version are watched; others need not stay open for it.
      if (opened.versionNow === undefined) {
        entry.rests = Infinity
        return
      }
      const version = opened.versionNow() ?? (await opened.dataVersion())
      entry.version = version
      // A foreign write at the same moment as our own change is detected with the next one.
      if (before !== undefined && version !== before && !ownSince && !entry.ownSince) changed(projectId)
    } catch {
      // An unreachable database sends no events; requests report the error. If it returns with another version, its
      // file was replaced, which counts as a change.
      entry.rests = awayLooks
    } finally {
      entry.looking = false
    }
  }

  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch: (projectId) => {
      const entry = watched.get(projectId) ?? {
        listeners: 0,
        version: undefined,
        ownSince: false,
        looking: false,
        rests: 0,
      }
      entry.listeners += 1
      watched.set(projectId, entry)
      void look(projectId, entry)
      timer ??= setInterval(() => watched.forEach((each, id) => void look(id, each)), lookEveryMs).unref()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        entry.listeners -= 1
        if (entry.listeners === 0) watched.delete(projectId)
        if (watched.size === 0) stop()
      }
    },
    ownChange: (projectId) => {
      const entry = watched.get(projectId)
      if (entry) entry.ownSince = true
    },
    close: stop,
  }
}
