import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { catchUpMs, createStandbyReads, StandbyBehind } from '@main/db/standby-reads'
import type { PrimaryConfig } from './connect'
import { createPool, type PoolOptions } from './pool'
import { withSession, type SessionOptions, type Work } from './session'

/** Pause between looks at a standby that is behind. */
const lookEveryMs = 5

/** The end of the log that commits wait for. With asynchronous commits, they don't wait for the disk. */
const positionSql = `SELECT (CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN pg_catalog.pg_current_wal_insert_lsn() ELSE pg_catalog.pg_current_wal_flush_lsn() END)::text`
const reachedSql =
  'SELECT pg_catalog.pg_is_in_recovery() AND pg_catalog.pg_last_wal_replay_lsn() >= $1::pg_catalog.pg_lsn'

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
      attempt((position) =>
        withSession(
          pool,
          async (connection, progress) => {
            await untilReached(connection, position)
            return work(connection, progress)
          },
          session,
        ),
      ),
    close: pool.close,
  }
}

async function untilReached(client: Client, position: string): Promise<void> {
  for (const beganAt = performance.now(); ;) {
    const { rows } = await client.query<[boolean]>({ text: reachedSql, values: [position], rowMode: 'array' })
    if (rows[0]?.[0] === true) return
    if (performance.now() - beganAt > catchUpMs) throw new StandbyBehind()
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
