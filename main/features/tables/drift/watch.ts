import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { MetaStore } from '@main/db/meta'
import type { SchemaState } from './compare'
import { firstSeen, isSeen, readSeen, readState, seenAfterOwn } from './seen'
import type { SchemaJournal } from '../changes/journal'

/**
 * Keeps what a project's schema was when it was last synchronised. It is written when a project is first looked at, and
 * follows every change that is made here: what differs was made by another program.
 */
export interface SchemaWatch {
  /** The schema as it is now; kept until it changes. */
  readonly state: (database: Database) => Promise<{ readonly version: string; readonly schema: SchemaState }>
  /** The schema as it was; undefined when nobody has looked yet. */
  readonly seen: (projectId: string) => Promise<SchemaState | undefined>
  /** Looks at a project for the first time; nothing for one that is known. Never fails. */
  readonly firstLook: (projectId: string, database: Database) => Promise<void>
  /**
   * Makes a change of ours known.
   *
   * @param tables  names of what is changed, before and after
   */
  readonly following: <T>(
    projectId: string,
    database: Database,
    tables: readonly string[],
    change: () => Promise<T>,
  ) => Promise<T>
}

export function createSchemaWatch(options: {
  readonly store: MetaStore
  readonly journal: Pick<SchemaJournal, 'store'>
  /** What went wrong without hurting anybody's call. */
  readonly report: (error: unknown) => void
}): SchemaWatch {
  const { store, journal, report } = options
  const states = new WeakMap<Database, { readonly version: string; readonly schema: Promise<SchemaState> }>()
  const lookedAt = new Set<string>()

  const state: SchemaWatch['state'] = async (database) => {
    const version = String(await database.schemaVersion({ now: true }))
    const known = states.get(database)
    const kept = known?.version === version ? known : { version, schema: readState(database) }
    if (kept !== known) {
      states.set(database, kept)
      kept.schema.catch(() => states.get(database) === kept && states.delete(database))
    }
    return { version, schema: await kept.schema }
  }

  /** What cannot be noted down now is found as a difference later: no reason to fail what people asked for. */
  const quietly = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action()
    } catch (error) {
      // A database that is away says so to whoever asks for it.
      if (!(error instanceof AppError) || error.code === 'INTERNAL') report(error)
      return undefined
    }
  }

  return {
    state,
    seen: (projectId) => readSeen(store, projectId),

    firstLook: async (projectId, database) => {
      if (lookedAt.has(projectId)) return
      await quietly(async () => {
        if (!(await isSeen(store, projectId))) await journal.store(projectId, firstSeen((await state(database)).schema))
        lookedAt.add(projectId)
      })
    },

    following: async (projectId, database, tables, change) => {
      const before = await quietly(() => state(database))
      const answer = await change()
      await quietly(async () => {
        const seen = await readSeen(store, projectId)
        if (before === undefined || seen === undefined) return
        const after = await state(database)
        const changes = seenAfterOwn(seen, before.schema, after.schema, tables)
        if (changes.length > 0) await journal.store(projectId, changes)
      })
      return answer
    },
  }
}
