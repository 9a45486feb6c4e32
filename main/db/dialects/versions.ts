import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'

/** What `Database.schemaVersion` and `dataVersion` say of a database on a server. */
export interface Versions {
  readonly schema: (options?: { readonly now?: boolean }) => Promise<string>
  readonly data: () => Promise<string | undefined>
  /** Asks anew next time: the schema was changed from here. */
  readonly forget: () => void
}

/** How much of the time may go into looking for changes of others, and what is never too long. */
const shareOfTime = 0.05
const alwaysAffordableMs = 5

/** Questions to the server; each answers one value. */
export interface VersionSql {
  /** Changes with everything that a schema is described by. */
  readonly schema: string
  /** Changes with every transaction that wrote anything, rows or schema; absent where the server cannot say. */
  readonly snapshot?: string
}

/**
 * The same snapshot sees the same rows, of tables as of the catalogue: while it stays, nothing has changed. Where
 * others write all the time, the catalogue itself is asked, the less often the longer that takes.
 *
 * @param read  runs a statement without values
 */
export function createVersions(read: (sql: string) => Promise<StoredValue[][]>, sql: VersionSql): Versions {
  let known:
    | { readonly snapshot: string | undefined; readonly version: string; readonly askAgainAtMs: number }
    | undefined
  let { snapshot: snapshotSql } = sql

  const snapshotNow = async (): Promise<string | undefined> => {
    if (snapshotSql === undefined) return undefined
    try {
      const [row] = await read(snapshotSql)
      return String(row?.[0])
    } catch (error) {
      // Others that speak the protocol may have no snapshots to show.
      if (!(error instanceof AppError) || error.code === 'DATABASE_UNAVAILABLE') throw error
      snapshotSql = undefined
      return undefined
    }
  }

  return {
    schema: async ({ now: isUrgent = false } = {}) => {
      const snapshot = await snapshotNow()
      const before = known
      if (before !== undefined) {
        if (snapshot !== undefined && before.snapshot === snapshot) return before.version
        if (!isUrgent && performance.now() < before.askAgainAtMs) return before.version
      }
      const startedMs = performance.now()
      const [row] = await read(sql.schema)
      const now = performance.now()
      const tookMs = Math.max(0, now - startedMs - alwaysAffordableMs)
      const version = String(row?.[0])
      // The snapshot was taken before: what came in between is found by the next question.
      known = { snapshot, version, askAgainAtMs: now + tookMs / shareOfTime }
      return version
    },
    data: snapshotNow,
    forget: () => {
      known = undefined
    },
  }
}
