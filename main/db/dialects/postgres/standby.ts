import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { catchUpMs, createStandbyReads, StandbyBehind, withSilence } from '@main/db/standby-reads'
import { destroy, type PrimaryConfig } from './connect'
import { createPool, type PoolOptions } from './pool'
import { withSession, type SessionOptions, type Work } from './session'

/** Pause between looks at a standby that is behind. */
const lookEveryMs = 5

/**
 * The end of the log that commits wait for, and its timeline. With asynchronous commits of the session, they don't wait
 * for the disk. The name of a log file begins with the timeline.
 */
const positionSql = `SELECT lsn::text || '/' || left(pg_catalog.pg_walfile_name(lsn), 8) FROM (
  SELECT CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN pg_catalog.pg_current_wal_insert_lsn() ELSE pg_catalog.pg_current_wal_flush_lsn() END AS lsn) AS log`
/**
 * After a failover, a server may have replayed more of the old timeline than the new primary had. Its positions don't
 * compare. `received_tli` is hidden from most roles; the other timeline follows with the next flush of a page.
 */
const reachedSql = `SELECT pg_catalog.pg_is_in_recovery() AND pg_catalog.pg_last_wal_replay_lsn() >= $1::pg_catalog.pg_lsn
  AND $2 IN (
    SELECT upper(lpad(to_hex(timeline), 8, '0')) FROM (
      SELECT received_tli FROM pg_catalog.pg_stat_wal_receiver WHERE status = 'streaming'
      UNION ALL SELECT min_recovery_end_timeline FROM pg_catalog.pg_control_recovery()) AS timelines (timeline)
    WHERE timeline IS NOT NULL)`

/** Reads on a standby of the cluster. */
export interface PostgresStandby {
  /** @returns undefined if the primary has to read */
  readonly read: <T>(work: Work<T>, options: SessionOptions) => Promise<T | undefined>
  readonly close: () => Promise<void>
}

/**
 * @param readPrimary  reads a row on the primary
 * @returns undefined without other servers
 */
export function createPostgresStandby(
  { client, max, ...options }: PoolOptions,
  readPrimary: (sql: string) => Promise<StoredValue[][]>,
): PostgresStandby | undefined {
  const { servers } = client
  if (servers === undefined) return undefined
  // A copy, because the last good server is known by the list.
  const config: PrimaryConfig = { ...client, servers: [...servers].toReversed(), role: 'standby' }
  const pool = createPool({ client: config, max, ...options })
  const { attempt } = createStandbyReads({
    connect: async () => pool.release(await pool.acquire(), true),
    forget: pool.forgetIdle,
    position: async () => String((await readPrimary(positionSql))[0]?.[0]),
  })
  return {
    read: (work, session) =>
      attempt(({ position, signal, reached }) =>
        withSession(
          pool,
          async (connection, progress) => {
            await withSilence(
              signal,
              () => destroy(connection),
              () => untilReached(connection, position),
            )
            reached()
            return work(connection, progress)
          },
          session,
        ),
      ),
    close: pool.close,
  }
}

async function untilReached(client: Client, position: string): Promise<void> {
  const end = position.lastIndexOf('/')
  const values = [position.slice(0, end), position.slice(end + 1)]
  for (const beganAt = performance.now(); ;) {
    const { rows } = await client.query<[boolean]>({ text: reachedSql, values, rowMode: 'array' })
    if (rows[0]?.[0] === true) return
    if (performance.now() - beganAt > catchUpMs) throw new StandbyBehind()
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
