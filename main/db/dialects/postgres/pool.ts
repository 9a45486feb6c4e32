import type { Client } from 'pg'
import { connectionLimits } from '@main/db/connection-limits'
import { ConnectionPool } from '@main/db/connection-pool'
import { avoid } from '@main/db/hosts'
import { connectPrimary, destroy, probe, sameServer, type PrimaryConfig } from './connect'
import { translateError } from './errors'

/** Timeout of a graceful close. */
const endTimeoutMs = 1_000

export interface PoolOptions {
  readonly client: PrimaryConfig
  /** Maximum number of connections. */
  readonly max: number
  /** Runs on each new connection before anything else. */
  readonly prepare?: (client: Client) => Promise<void>
}

/** Connections to one PostgreSQL database. */
export interface Pool extends Pick<ConnectionPool<Client>, 'acquire' | 'release' | 'forgetIdle' | 'close'> {
  /** Opens its connections. */
  readonly client: PrimaryConfig
}

export function createPool({ client: options, max, prepare }: PoolOptions): Pool {
  const broken = new WeakSet<Client>()
  const pool = new ConnectionPool<Client>({
    max,
    connect: async () => {
      // The server can close a connection at any time.
      const client = await connectPrimary(options, (made) => {
        made.on('error', () => broken.add(made))
        made.on('end', () => broken.add(made))
      })
      // A server that accepted the connection can still be silent.
      const limit = setTimeout(destroy, connectionLimits.connectTimeoutMs, client)
      try {
        await prepare?.(client)
        return client
      } catch (error) {
        destroy(client)
        throw error
      } finally {
        clearTimeout(limit)
      }
    },
    isOpen: (client) => !broken.has(client),
    end: (client, isIdle) => {
      if (!isIdle) {
        destroy(client)
        return
      }
      const timer = setTimeout(() => destroy(client), endTimeoutMs)
      timer.unref()
      void client
        .end()
        .catch(() => undefined)
        .finally(() => clearTimeout(timer))
    },
    translateError,
    liveness: {
      serverOf: (client) => sameServer(client, options),
      probe: (client) => probe(sameServer(client, options)),
      abandon: destroy,
      silent: (client) => avoid(options.servers ?? [], sameServer(client, options)),
    },
  })
  return {
    client: options,
    acquire: (signal) => pool.acquire(signal),
    release: (client, keep) => pool.release(client, keep),
    forgetIdle: () => pool.forgetIdle(),
    close: () => pool.close(),
  }
}
