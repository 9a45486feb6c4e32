import { TLSSocket } from 'node:tls'
import type { Connection } from 'tedious'
import type { ConnectionFailure } from '@common/model/connection-test'
import { AppError } from '@common/errors'
import { encryptedIfPossible, encryptionOf } from '@main/db/connection-encryption'
import { errorCode, transportFailure } from '@main/db/connection-failures'
import { ConnectionProblem, type ServerConnection, type ServerDriver, type StepDone } from '@main/db/server-driver'
import { openMssql } from './connection'
import { connect, end, run } from './driver'
import { numberOf } from './errors'
import { quote } from './literals'
import { connectionOptions, type MssqlSettings } from './options'

/** Connections to SQL Server. */
export const mssqlServer: ServerDriver = {
  open: ({ settings, publicOnly, max }) =>
    encryptedIfPossible(settings, failureOf, async (encrypted) => {
      const database = await openMssql({ settings, publicOnly, max, encrypted })
      try {
        const [row] = await database.read({ sql: 'SELECT SCHEMA_NAME()', params: [] })
        refuseOtherSchema(settings.schema, String(row?.[0] ?? ''))
        return database
      } catch (error) {
        await database.close()
        throw error
      }
    }),

  probe: (connection, done) =>
    withConnection(
      connection,
      connection.settings,
      async (made) => {
        const { rows } = await run(made, 'SELECT SCHEMA_NAME()', [])
        refuseOtherSchema(connection.settings.schema, String(rows[0]?.[0] ?? ''))
      },
      done,
    ),

  createMissing: async (connection, action) => {
    const { settings } = connection
    if (await hasDatabase(connection)) return
    const { database, ...elsewhere } = settings
    await withConnection(connection, elsewhere, (made) => makeDatabase(made, database, action))
  },

  failureOf: (error) => failureOf(error) ?? 'unknown',

  version: async (database) => {
    const [row] = await database.read({
      sql: `SELECT CONVERT(varchar(40), SERVERPROPERTY('ProductVersion'))`,
      params: [],
    })
    return String(row?.[0] ?? '')
  },
}

/** Names in statements refer to the user's schema, which a session can't change. */
function refuseOtherSchema(wanted: string | undefined, own: string): void {
  if (wanted !== undefined && wanted.toLowerCase() !== own.toLowerCase()) throw new ConnectionProblem('schemaMissing')
}

async function withConnection(
  { publicOnly }: ServerConnection,
  settings: MssqlSettings,
  work: (connection: Connection) => Promise<void>,
  done: StepDone = () => undefined,
): Promise<void> {
  await encryptedIfPossible(settings, failureOf, async (encrypted) => {
    const connection = await connect(connectionOptions(settings, { publicOnly, encrypted }), settings)
    try {
      const socket = tlsSocketOf(connection)
      if (socket !== undefined) done('encrypt', encryptionOf(socket))
      done('signIn')
      await work(connection)
      done('open')
    } finally {
      end(connection)
    }
  })
}

/** The driver doesn't expose the TLS socket, so this looks into its internals. */
function tlsSocketOf(connection: Connection): TLSSocket | undefined {
  const parts = connection as unknown as { messageIo?: { securePair?: { cleartext?: unknown } } }
  const socket = parts.messageIo?.securePair?.cleartext
  return socket instanceof TLSSocket ? socket : undefined
}

async function hasDatabase(connection: ServerConnection): Promise<boolean> {
  try {
    await withConnection(connection, connection.settings, async () => undefined)
    return true
  } catch (error) {
    if (failureOf(error) === 'databaseMissing') return false
    throw error
  }
}

async function makeDatabase(connection: Connection, name: string, action: 'check' | 'make'): Promise<void> {
  const { rows } = await run(connection, `SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'CREATE ANY DATABASE')`, [])
  if (Number(rows[0]?.[0]) !== 1) throw new ConnectionProblem('createForbidden')
  if (action === 'make')
    await run(connection, `IF DB_ID(N'${name.replaceAll("'", "''")}') IS NULL CREATE DATABASE ${quote(name)}`, [])
}

/** Maps error numbers to connection failures. */
const numbers: Readonly<Record<number, ConnectionFailure>> = {
  229: 'readForbidden',
  262: 'createForbidden',
  916: 'databaseForbidden',
  4060: 'databaseMissing',
  10928: 'tooManyConnections',
  18401: 'starting',
  18451: 'starting',
  18456: 'credentialsRefused',
  18486: 'userNotAllowed',
  40615: 'userNotAllowed',
}
/** Messages of the sign-in, which have no number; the session's language is English. */
const messages: readonly (readonly [RegExp, ConnectionFailure])[] = [
  [/^Cannot open database/, 'databaseMissing'],
  [/^Login failed/, 'credentialsRefused'],
  [/requires encryption/, 'sslRequired'],
  [/did not negotiate encryption/, 'sslNotOffered'],
  [/Failed to connect to .* in \d+ms/, 'timeout'],
  [/self.signed|certificate|unable to verify/i, 'certificateUntrusted'],
]
const codes: Readonly<Record<string, ConnectionFailure>> = {
  ELOGIN: 'credentialsRefused',
  ETIMEOUT: 'timeout',
  ECLOSE: 'closed',
  ESOCKET: 'closed',
  EFEDAUTH: 'signInUnsupported',
}

function failureOf(error: unknown): ConnectionFailure | undefined {
  if (error instanceof AppError) return error.cause === undefined ? undefined : failureOf(error.cause)
  const known = numbers[numberOf(error)] ?? transportFailure(error)
  if (known !== undefined) return known
  const message = error instanceof Error ? error.message : ''
  return messages.find(([pattern]) => pattern.test(message))?.[1] ?? codes[errorCode(error)]
}
