import type { Client, ClientConfig } from 'pg'
import { ConnectionPool } from '@main/db/connection-pool'
import { driver } from './driver'
import { translateError } from './errors'

/** Timeout of a graceful close. */
const endTimeoutMs = 1_000

export interface PoolOptions {
  readonly client: ClientConfig
  /** Maximum number of connections. */
  readonly max: number
  /** Runs on each new connection before anything else. */
  readonly prepare?: (client: Client) => Promise<void>
}

/** Connections to one PostgreSQL database. */
export interface Pool extends Pick<ConnectionPool<Client>, 'acquire' | 'release' | 'forgetIdle' | 'close'> {
  /** Opens its connections. */
  readonly client: ClientConfig
}

export function createPool({ client: options, max, prepare }: PoolOptions): Pool {
  const broken = new WeakSet<Client>()
  const pool = new ConnectionPool<Client>({
    max,
    connect: async () => {
      const client = new (driver().Client)(options)
      // The server can close a connection at any time. Without a listener, that would end this process.
      client.on('error', () => broken.add(client))
      client.on('end', () => broken.add(client))
      try {
        await client.connect()
        await prepare?.(client)
        return client
      } catch (error) {
        destroy(client)
        throw error
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
  })
  return {
    client: options,
    acquire: (signal) => pool.acquire(signal),
    release: (client, keep) => pool.release(client, keep),
    forgetIdle: () => pool.forgetIdle(),
    close: () => pool.close(),
  }
}

/** Closes a connection; its pending query fails. */
export function destroy(client: Client): void {
  if ('connection' in client) client.connection.stream.destroy()
}
