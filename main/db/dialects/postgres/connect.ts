import type { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { connectionLimits } from '@main/db/connection-limits'
import { firstGood, oneOfSeveralTimeoutMs } from '@main/db/hosts'
import { outboundSocket } from '@main/db/outbound'
import type { LivenessProbe } from '@main/db/silence-watch'
import { driver } from './driver'

/** Options of a connection to one server, or to the primary of several. */
export type PrimaryConfig = ClientConfig & {
  /** Options for each server; absent for a single one. */
  readonly servers?: readonly ClientConfig[]
  /** The server to choose of several. Default: the primary. */
  readonly role?: 'standby'
}

/**
 * Opens a connection, in a cluster to the server with the role, by default the one that accepts writes.
 *
 * @param prepare  adds listeners to a new client, before it connects
 */
export async function connectPrimary(
  { servers, role, ...options }: PrimaryConfig,
  prepare: (client: Client) => void,
): Promise<Client> {
  if (servers === undefined) return connect(options, prepare)
  return firstGood(servers, async (server) => {
    const client = await connect(server, prepare)
    connectedBy.set(client, server)
    // A server that accepts a connection can still be silent.
    const limit = setTimeout(destroy, oneOfSeveralTimeoutMs, client)
    try {
      if ((await isPrimary(client)) === (role === undefined)) return client
    } catch (error) {
      destroy(client)
      throw error
    } finally {
      clearTimeout(limit)
    }
    destroy(client)
    // The code of a server that can't work yet: its callers get 503.
    throw Object.assign(new Error(role === undefined ? 'The server is a standby' : 'The server is no standby'), {
      code: '57P03',
    })
  })
}

const connectedBy = new WeakMap<Client, ClientConfig>()

/** Returns options that reach the same server of a cluster as a connection. */
export const sameServer = (client: Client, options: PrimaryConfig): ClientConfig => connectedBy.get(client) ?? options

/** Opens a connection that only shows whether a server is alive, and closes it. */
export function probe(options: ClientConfig): LivenessProbe {
  const { stream } = options
  const socket = (typeof stream === 'function' ? stream() : stream) ?? outboundSocket(false)
  const opened = connect(
    { ...options, stream: () => socket, connectionTimeoutMillis: connectionLimits.connectTimeoutMs },
    () => undefined,
  )
  return { socket: socket as Socket, opened: opened.then((client) => client.end()) }
}

async function connect(options: ClientConfig, prepare: (client: Client) => void): Promise<Client> {
  const client = new (driver().Client)(options)
  // Without a listener, a lost connection would end this process.
  client.on('error', () => undefined)
  prepare(client)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

async function isPrimary(client: Client): Promise<boolean> {
  const { rows } = await client.query<[string]>({ text: 'SHOW transaction_read_only', rowMode: 'array' })
  return rows[0]?.[0] !== 'on'
}

/** Closes a connection; its pending query fails. */
export function destroy(client: Client): void {
  if ('connection' in client) client.connection.stream.destroy()
}
