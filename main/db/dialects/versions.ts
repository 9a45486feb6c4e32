import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { SchemaVersionOptions } from '@main/db/database'
import { sharedReads } from '@main/lib/shared-reads'

/** Implements `Database.schemaVersion` and `dataVersion` for a database server. */
export interface Versions {
  readonly schema: (options?: Pick<SchemaVersionOptions, 'now' | 'sinceMs'>) => Promise<string>
  readonly data: () => Promise<string | undefined>
  /** Invalidates the cached version after a schema change. */
  readonly forget: () => void
}

/** Maximum share of time for detecting changes, and a duration that is always acceptable. */
const shareOfTime = 0.05
const alwaysAffordableMs = 5

const urgent = 'urgent'

/** Queries on the server; each returns one value. */
export interface VersionSql {
  /** Changes with every fact of the schema. */
  readonly schema: string
  /** Changes with every writing transaction, of rows or schema; absent if the server can't tell. */
  readonly snapshot?: string
}

/**
 * Equal snapshots mean equal rows, also of the catalogue. While others write constantly, the catalogue is queried
 * instead, less often the longer it takes.
 *
 * @param read  runs a statement without values
 */
export function createVersions(read: (sql: string) => Promise<StoredValue[][]>, sql: VersionSql): Versions {
  let known:
    | {
        readonly snapshot: string | undefined
        readonly version: string
        /** Number of the call that read it. */
        readonly call: number
        readonly askAgainAtMs: number
      }
    | undefined
  let calls = 0
  /** Calls up to this one began before the last schema change. */
  let forgottenCall = 0
  /** Time at which the newest of the finished reads began. */
  let lookedAtMs = -Infinity
  let { snapshot: snapshotSql } = sql

  const readSnapshot = async (): Promise<string | undefined> => {
    if (snapshotSql === undefined) return undefined
    try {
      const [row] = await read(snapshotSql)
      return String(row?.[0])
    } catch (error) {
      // Other servers with this protocol may have no snapshots.
      if (!(error instanceof AppError) || error.code === 'DATABASE_UNAVAILABLE') throw error
      snapshotSql = undefined
      return undefined
    }
  }

  const readSchema = async (isUrgent: boolean): Promise<string> => {
    const call = (calls += 1)
    const snapshot = await readSnapshot()
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
    // The snapshot was taken before, so the next query detects changes in between. A read that took long may end after
    // a newer one, or after a schema change.
    if (call > Math.max(forgottenCall, known?.call ?? 0))
      known = { snapshot, version, call, askAgainAtMs: now + tookMs / shareOfTime }
    return version
  }

  // Requests at the same moment need one query.
  const schemaVersion = sharedReads(async (urgency) => {
    const beganMs = performance.now()
    const version = await readSchema(urgency === urgent)
    lookedAtMs = Math.max(lookedAtMs, beganMs)
    return version
  })
  const snapshot = sharedReads(readSnapshot)
  return {
    schema: ({ now = false, sinceMs = Infinity } = {}) =>
      known !== undefined && !now && lookedAtMs >= sinceMs
        ? Promise.resolve(known.version)
        : schemaVersion(now ? urgent : ''),
    data: () => snapshot(''),
    forget: () => {
      known = undefined
      forgottenCall = calls
    },
  }
}
