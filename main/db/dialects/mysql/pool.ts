import { Socket } from 'node:net'
import type { Connection, ConnectionOptions } from 'mysql2'
import { errorCode } from '@main/db/connection-failures'
import { connectionLimits } from '@main/db/connection-limits'
import { ConnectionPool } from '@main/db/connection-pool'
import { avoid, firstGood } from '@main/db/hosts'
import { ConnectionProblem } from '@main/db/server-driver'
import { silentError, type Liveness, type LivenessProbe } from '@main/db/silence-watch'
import { driver } from './driver'
import { translateError } from './errors'
import { choosesReplica, serversOf } from './options'

/** Timeout of a graceful close. */
const endTimeoutMs = 1_000

export interface PoolOptions {
  readonly connection: ConnectionOptions
  /** Maximum number of connections. */
  readonly max: number
  /** Runs on each new connection before anything else. */
  readonly prepare: (connection: Connection) => Promise<void>
}

export type Pool = ConnectionPool<Connection>

export function createPool({ connection: options, max, prepare }: PoolOptions): Pool {
  const broken = new WeakSet<Connection>()
  return new ConnectionPool({
    max,
    connect: async () => {
      const connection = await connect(options, (lost) => broken.add(lost))
      await inTime(connection, options, () => prepare(connection)).catch((error: unknown) => {
        connection.destroy()
        throw error
      })
      return connection
    },
    isOpen: (connection) => !broken.has(connection),
    end,
    translateError,
    liveness: livenessOf(options),
  })
}

function livenessOf(options: ConnectionOptions): Liveness<Connection> {
  return {
    serverOf: (connection) => sameServer(connection, options),
    probe: (connection) => probe(sameServer(connection, options)),
    abandon: abandonConnection,
    silent: (connection) => avoid(serversOf(options) ?? [], sameServer(connection, options)),
  }
}

/** Signs in, because servers block hosts whose connections end before that too often. */
function probe(options: ConnectionOptions): LivenessProbe {
  const socket = (typeof options.stream === 'function' ? options.stream({}) : options.stream) as Socket
  const opened = connectOne(
    { ...options, stream: () => socket, connectTimeout: connectionLimits.connectTimeoutMs },
    () => undefined,
  )
  return { socket, opened: opened.then((connection) => end(connection, true)) }
}

/** Closes a connection at once and rejects its pending queries. */
export function abandonConnection(connection: Connection): void {
  if ('stream' in connection) (connection.stream as Socket).destroy(silentError())
}

/** Runs the first statements of a connection. A server that accepted it can still be silent. */
async function inTime<T>(
  connection: Connection,
  { connectTimeout }: ConnectionOptions,
  work: () => Promise<T>,
): Promise<T> {
  const limit = setTimeout(abandonConnection, connectTimeout, connection)
  try {
    return await work()
  } finally {
    clearTimeout(limit)
  }
}

/** Closes a connection gracefully if it is idle; otherwise its statement ends with it. */
function end(connection: Connection, isIdle: boolean): void {
  if (!isIdle) {
    connection.destroy()
    return
  }
  const timer = setTimeout(() => connection.destroy(), endTimeoutMs)
  timer.unref()
  connection.end(() => {
    clearTimeout(timer)
    connection.destroy()
  })
}

/** Opens a connection outside any pool, in a cluster to a server with the chosen role, by default one that accepts writes. */
export function connect(
  options: ConnectionOptions,
  onBroken: (connection: Connection) => void = () => undefined,
): Promise<Connection> {
  const servers = serversOf(options)
  if (servers === undefined) return connectOne(options, onBroken)
  return firstGood(servers, async (server) => {
    const connection = await connectOne(server, onBroken)
    connectedBy.set(connection, server)
    try {
      const isPrimary = await inTime(connection, server, () => acceptsWrites(connection))
      if (isPrimary !== choosesReplica(options)) return connection
    } catch (error) {
      connection.destroy()
      throw error
    }
    connection.destroy()
    throw Object.assign(new Error('The server has another role or is not ready'), { code: 'ECONNREFUSED' })
  })
}

const connectedBy = new WeakMap<Connection, ConnectionOptions>()

/** Returns options that reach the same server of a cluster as a connection. */
export const sameServer = (connection: Connection, options: ConnectionOptions): ConnectionOptions =>
  connectedBy.get(connection) ?? options

/** A node of a cluster that lost the others accepts connections, and rejects statements. */
async function acceptsWrites(connection: Connection): Promise<boolean> {
  const ask = async (sql: string): Promise<ReadonlyMap<string, string>> => {
    const rows = (await command(connection, sql)) as { Variable_name: string; Value: string }[]
    return new Map(rows.map(({ Variable_name: name, Value }) => [name, Value]))
  }
  const variables = await ask("SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on')")
  if ((variables.get('read_only') ?? 'OFF') !== 'OFF') return false
  // MariaDB has the status without a cluster too, and says there that it isn't ready.
  if (variables.get('wsrep_on') !== 'ON') return true
  return (await ask("SHOW GLOBAL STATUS LIKE 'wsrep_ready'")).get('wsrep_ready') === 'ON'
}

function connectOne(options: ConnectionOptions, onBroken: (connection: Connection) => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = driver().createConnection(options)
    connection.on('error', () => onBroken(connection))
    connection.on('end', () => onBroken(connection))
    connection.connect((error) => {
      if (!error) {
        resolve(connection)
        return
      }
      connection.destroy()
      reject(isForeign(connection, error) ? new ConnectionProblem('otherProtocol', { cause: error }) : error)
    })
  })
}

/** True if another kind of server responded, which the driver didn't understand. */
function isForeign(connection: Connection, error: unknown): boolean {
  const socket: unknown = 'stream' in connection ? connection.stream : undefined
  const isSilent = ['PROTOCOL_CONNECTION_LOST', 'ETIMEDOUT'].includes(errorCode(error))
  return isSilent && socket instanceof Socket && socket.bytesRead > 0
}

/** Runs a statement without values. */
export function command(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })
}
