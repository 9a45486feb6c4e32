import type { Connection } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { catchUpMs, createStandbyReads, StandbyBehind, withSilence } from '@main/db/standby-reads'
import type { Flavour } from './flavour'
import { replicaOptions } from './options'
import { abandonConnection, createPool, type PoolOptions } from './pool'
import { withSession, type SessionOptions } from './session'
import { run } from './statement'

/** Transactions that a server has, and a wait for them on a replica: 0 when it has them. */
const sqlOf: Readonly<Record<Flavour, { readonly position: string; readonly wait: string }>> = {
  mariadb: { position: 'SELECT @@global.gtid_binlog_pos', wait: `SELECT MASTER_GTID_WAIT(?, ${catchUpMs / 1_000})` },
  mysql: {
    position: 'SELECT @@global.gtid_executed',
    wait: `SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ${catchUpMs / 1_000})`,
  },
}

/** Reads on a replica of the cluster. */
export interface MysqlStandby {
  /** @returns undefined if the primary has to read */
  readonly read: <T>(
    work: (connection: Connection) => Promise<T>,
    options: Omit<SessionOptions, 'connection'>,
  ) => Promise<T | undefined>
  readonly close: () => Promise<void>
}

/**
 * @param readPrimary  reads a row on the primary
 * @returns undefined without other servers
 */
export function createMysqlStandby(
  { connection: primary, ...options }: PoolOptions,
  flavour: Flavour,
  readPrimary: (sql: string) => Promise<StoredValue[][]>,
): MysqlStandby | undefined {
  const connection = replicaOptions(primary)
  if (connection === undefined) return undefined
  const pool = createPool({ connection, ...options })
  const { position, wait } = sqlOf[flavour]
  const { attempt } = createStandbyReads({
    connect: async () => pool.release(await pool.acquire(), true),
    forget: () => pool.forgetIdle(),
    position: async () => {
      const text = String((await readPrimary(position))[0]?.[0] ?? '')
      if (text === '') throw new Error('The primary does not number its transactions')
      return text
    },
  })
  return {
    read: (work, session) =>
      attempt(({ position: wanted, signal, reached }) =>
        withSession(
          pool,
          async (made) => {
            const { rows } = await withSilence(
              signal,
              () => abandonConnection(made),
              () => run(made, wait, [wanted]),
            )
            if (Number(rows[0]?.[0]) !== 0) throw new StandbyBehind()
            reached()
            return work(made)
          },
          { ...session, connection },
        ),
      ),
    close: () => pool.close(),
  }
}
