import type { TLSSocket } from 'node:tls'
import type { Client, ClientConfig, Connection } from 'pg'
import type { ConnectionFailure } from '@common/model/connection-test'
import { AppError } from '@common/errors'
import { encryptedIfPossible, encryptionOf } from '@main/db/connection-encryption'
import { errorCode, transportFailure } from '@main/db/connection-failures'
import { lackingFeatures } from '@main/db/server-probes'
import { ConnectionProblem, type ServerConnection, type ServerDriver, type StepDone } from '@main/db/server-driver'
import { psql } from './client'
import { connectPrimary } from './connect'
import { driver } from './driver'
import { openPostgresPool } from './connection'
import { poolOptions } from './pool-options'
import { askPostgres, postgresProbes } from './probes'

/** A database that exists on every server, for signing in before the target database exists. */
const maintenanceDatabase = 'postgres'

/** Connections to PostgreSQL servers. */
export const postgresServer: ServerDriver = {
  open: ({ max, ...connection }) =>
    encryptedIfPossible(connection.settings, failureOf, (encrypted) =>
      openPostgresPool(
        { ...poolOptions(connection, encrypted), ...(max === undefined ? {} : { max }) },
        connection.settings.schema,
        connection.settings.standbyReads,
      ),
    ),

  probe: (connection, done) => withClient(connection, (client) => checkSchema(client, connection), done),

  createMissing: async (connection, action) => {
    const { settings } = connection
    const there = await hasDatabase(connection)
    if (!there) {
      const elsewhere = { ...connection, settings: { ...settings, database: maintenanceDatabase } }
      await withClient(elsewhere, (client) => makeDatabase(client, settings.database, action))
    }
    // A missing database has no schemas yet; a user that can create it can create those.
    if (settings.schema !== undefined && (there || action === 'make'))
      await withClient(connection, (client) => makeSchema(client, settings.schema ?? '', action))
  },

  failureOf: (error) => failureOf(error) ?? 'unknown',

  client: psql,

  lacks: async (connection) => {
    let found: string[] = []
    await withClient(connection, (client) =>
      withClient(connection, async (other) => {
        found = await lackingFeatures(postgresProbes, askPostgres(client), askPostgres(other))
      }),
    )
    return found
  },

  version: async (database) => {
    const [row] = await database.read({ sql: 'SHOW server_version', params: [] })
    // '16.4 (Debian 16.4-1.pgdg120+1)'
    return String(row?.[0] ?? '').split(' ')[0] ?? ''
  },
}

async function withClient(
  connection: ServerConnection,
  work: (client: Client) => Promise<void>,
  done: StepDone = () => undefined,
): Promise<void> {
  await encryptedIfPossible(connection.settings, failureOf, async (encrypted) => {
    const options = poolOptions(connection, encrypted)
    // A cluster creates databases on its primary only.
    if (options.servers !== undefined) {
      const primary = await connectPrimary(options, () => undefined)
      try {
        await work(primary)
      } finally {
        await primary.end().catch(() => undefined)
      }
      return
    }
    const client = newClient(options, done)
    const stranger = speaksAnotherLanguage(client)
    try {
      await client.connect()
      await work(client)
      done('open')
    } catch (error) {
      throw stranger.isOne ? new ConnectionProblem('otherProtocol', { cause: error }) : error
    } finally {
      await client.end().catch(() => undefined)
    }
  })
}

/** Returns a client that reports its progress. The driver emits an event for each message of the server. */
function newClient(options: ClientConfig, done: StepDone): Client {
  const client = new (driver().Client)(options)
  client.on('error', () => undefined)
  const connection = connectionOf(client)
  connection?.once('sslconnect', () => {
    const socket = connection.stream as TLSSocket
    socket.once('secureConnect', () => done('encrypt', encryptionOf(socket)))
  })
  connection?.once('authenticationOk', () => done('signIn'))
  return client
}

const connectionOf = (client: Client): Connection | undefined =>
  'connection' in client ? client.connection : undefined

/** First bytes of a PostgreSQL server's response: authentication, error, notice, encryption. */
const firstBytes = new Set(Buffer.from('RENSv'))

/**
 * Detects other servers, such as web servers, which also respond. The driver would wait for them until they disconnect.
 */
function speaksAnotherLanguage(client: Client): { isOne: boolean } {
  const stranger = { isOne: false }
  connectionOf(client)?.stream.once('data', (chunk: Buffer) => {
    if (firstBytes.has(chunk[0] ?? 0)) return
    stranger.isOne = true
    connectionOf(client)?.stream.destroy(new ConnectionProblem('otherProtocol'))
  })
  return stranger
}

async function checkSchema(client: Client, { settings }: ServerConnection): Promise<void> {
  if (settings.schema === undefined) return
  const { rows } = await client.query<[boolean]>({
    text: `SELECT has_schema_privilege(oid, 'USAGE') FROM pg_catalog.pg_namespace WHERE nspname = $1`,
    values: [settings.schema],
    rowMode: 'array',
  })
  const [row] = rows
  if (row === undefined) throw new ConnectionProblem('schemaMissing')
  if (!row[0]) throw new ConnectionProblem('readForbidden')
}

async function hasDatabase(connection: ServerConnection): Promise<boolean> {
  try {
    await withClient(connection, async () => undefined)
    return true
  } catch (error) {
    if (failureOf(error) === 'databaseMissing') return false
    throw error
  }
}

async function makeDatabase(client: Client, name: string, action: 'check' | 'make'): Promise<void> {
  const may = await isTrue(
    client,
    'SELECT rolcreatedb OR rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user',
  )
  if (!may) throw new ConnectionProblem('createForbidden')
  if (action === 'make') await ignoring('42P04', client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`))
}

async function makeSchema(client: Client, name: string, action: 'check' | 'make'): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1', [name])
  if (rows.length > 0) return
  if (!(await isTrue(client, `SELECT has_database_privilege(current_database(), 'CREATE')`)))
    throw new ConnectionProblem('createForbidden')
  if (action === 'make') await ignoring('42P06', client.query(`CREATE SCHEMA ${client.escapeIdentifier(name)}`))
}

async function isTrue(client: Client, text: string): Promise<boolean> {
  const { rows } = await client.query<[boolean]>({ text, rowMode: 'array' })
  return rows[0]?.[0] === true
}

/** Another client may have created it just before. */
async function ignoring(code: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (errorCode(error) === code) return
    throw errorCode(error) === '42501' ? new ConnectionProblem('createForbidden', { cause: error }) : error
  })
}

/** Maps SQLSTATE codes to connection failures. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const states: Readonly<Record<string, ConnectionFailure>> = {
  '28P01': 'credentialsRefused',
  '28000': 'userNotAllowed',
  '3D000': 'databaseMissing',
  '3F000': 'schemaMissing',
  '42501': 'databaseForbidden',
  '53300': 'tooManyConnections',
  '57P01': 'starting',
  '57P02': 'starting',
  '57P03': 'starting',
  '0A000': 'otherProtocol',
  '08P01': 'otherProtocol',
}
/** Messages of the driver, which have no code. */
const messages: readonly (readonly [RegExp, ConnectionFailure])[] = [
  [/does not support SSL connections/, 'sslNotOffered'],
  [/error establishing an SSL connection|invalid response|unrecognized message/i, 'otherProtocol'],
  [
    /^(timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)/,
    'timeout',
  ],
  [/^Connection terminated|connection error/, 'closed'],
  [/client password must be/, 'credentialsRefused'],
  [/^(SASL|Unknown authentication)/i, 'signInUnsupported'],
]

function failureOf(error: unknown): ConnectionFailure | undefined {
  const general = transportFailure(error)
  if (general !== undefined) return general
  if (error instanceof AppError) return error.cause === undefined ? undefined : failureOf(error.cause)
  const code = errorCode(error)
  if (code === '28000' && error instanceof Error) {
    // These have no code of their own, only text in the server's language. In other languages they count as rejected
    // credentials.
    if (/no encryption|SSL off/.test(error.message)) return 'sslRequired'
    if (/client certificate/.test(error.message)) return 'clientCertificateNeeded'
  }
  if (Object.hasOwn(states, code)) return states[code]
  if (!(error instanceof Error)) return undefined
  return messages.find(([pattern]) => pattern.test(error.message))?.[1]
}
