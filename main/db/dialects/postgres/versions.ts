import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { schemaOid } from './introspect'

/** What `Database.schemaVersion` and `dataVersion` say of a PostgreSQL database. */
export interface Versions {
  readonly schema: () => Promise<string>
  readonly data: () => Promise<string | undefined>
  /** Asks anew next time: the schema was changed from here. */
  readonly forget: () => void
}

/** How much of the time may go into looking for changes of others, and what is never too long. */
const shareOfTime = 0.05
const alwaysAffordableMs = 5

/**
 * The same snapshot sees the same rows, of tables as of the catalogue: while it stays, nothing has changed. Where
 * others write all the time, the catalogue itself is asked, the less often the longer that takes.
 *
 * @param read  runs a statement without values
 */
export function createVersions(read: (sql: string) => Promise<StoredValue[][]>): Versions {
  let known:
    | { readonly snapshot: string | undefined; readonly version: string; readonly askAgainAtMs: number }
    | undefined
  let hasSnapshots = true

  const snapshotNow = async (): Promise<string | undefined> => {
    if (!hasSnapshots) return undefined
    try {
      const [row] = await read(snapshotSql)
      return String(row?.[0])
    } catch (error) {
      // Others that speak the protocol may have no snapshots to show.
      if (!(error instanceof AppError) || error.code === 'DATABASE_UNAVAILABLE') throw error
      hasSnapshots = false
      return undefined
    }
  }

  return {
    schema: async () => {
      const snapshot = await snapshotNow()
      const before = known
      if (before !== undefined) {
        if (snapshot !== undefined && before.snapshot === snapshot) return before.version
        if (performance.now() < before.askAgainAtMs) return before.version
      }
      const startedMs = performance.now()
      const [row] = await read(schemaVersionSql)
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

/** Numbers of transactions go on after a restart, but a crash empties unlogged tables. */
const snapshotSql = `SELECT pg_catalog.pg_current_snapshot()::text || '@' || pg_catalog.pg_postmaster_start_time()`

/** Rows of the catalogue are written anew by every change of a table, column or constraint: `xmin` tells by whom. */
const schemaVersionSql = `
  WITH tables AS (
    SELECT c.oid, c.xmin FROM pg_catalog.pg_class AS c WHERE c.relnamespace = ${schemaOid} AND c.relkind <> 'S'
  ), facts AS (
    SELECT oid::int8 * 31 + xmin::text::int8 AS fact FROM tables
    UNION ALL
    SELECT (a.attrelid::int8 * 1600 + a.attnum) * 31 + a.xmin::text::int8
    FROM pg_catalog.pg_attribute AS a JOIN tables ON tables.oid = a.attrelid
    UNION ALL
    SELECT k.oid::int8 * 31 + k.xmin::text::int8
    FROM pg_catalog.pg_constraint AS k JOIN tables ON tables.oid = k.conrelid
    UNION ALL
    SELECT e.oid::int8 * 31 + e.xmin::text::int8 FROM pg_catalog.pg_enum AS e
  )
  SELECT pg_catalog.current_schema() || '.' || count(*) || '.' || coalesce(sum(fact), 0) FROM facts`
