import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { MetaStore } from '@main/db/meta'
import type { SchemaState } from './compare'
import { firstSeen, isSeen, readSeen, readState, seenAfterOwn } from './seen'
import type { SchemaJournal } from '../changes/journal'

/**
 * Stores the last synchronized schema of a project. It is written at the first look and follows every change made here.
 * All other differences come from other programs.
 */
export interface SchemaWatch {
  /** Returns the current schema, cached until it changes. */
  readonly state: (database: Database) => Promise<{ readonly version: string; readonly schema: SchemaState }>
  /** Returns the stored schema; undefined before the first look. */
  readonly seen: (projectId: string) => Promise<SchemaState | undefined>
  /** Takes the first snapshot of a project if there is none. Never fails. */
  readonly firstLook: (projectId: string, database: Database) => Promise<void>
  /**
   * Records a change of ours.
   *
   * @param tables  affected names, before and after
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
  /** Reports errors without a caller. */
  readonly report: (error: unknown) => void
}): SchemaWatch {
  const { store, journal, report } = options
  const states = new WeakMap<Database, { readonly version: string; readonly schema: Promise<SchemaState> }>()
  const lookedAt = new Set<string>()

  const state: SchemaWatch['state'] = async (database) => {
    const version = String(await database.schemaVersion({ now: true }))
    const known = states.get(database)
    const current = known?.version === version ? known : { version, schema: readState(database) }
    if (current !== known) {
      states.set(database, current)
      current.schema.catch(() => states.get(database) === current && states.delete(database))
    }
    return { version, schema: await current.schema }
  }

  /** A failed record shows up as a difference later, which is no reason to fail the user's change. */
  const quietly = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action()
    } catch (error) {
      // Other requests report an unavailable database.
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
