import { TLSSocket } from 'node:tls'
import type { Connection } from 'mysql2'
import type { ConnectionFailure } from '@common/model/connection-test'
import { hostList } from '@common/model/hosts'
import { AppError } from '@common/errors'
import { encryptedIfPossible, encryptionOf } from '@main/db/connection-encryption'
import { errorCode, transportFailure } from '@main/db/connection-failures'
import { lackingFeatures } from '@main/db/server-probes'
import { ConnectionProblem, type ServerConnection, type ServerDriver, type StepDone } from '@main/db/server-driver'
import { mysqlClient } from './client'
import { openMysql } from './connection'
import { errorNumber } from './errors'
import { serverVersion } from './flavour'
import { quote } from './literals'
import { connectionOptions, type MysqlSettings } from './options'
import { command, connect, sameServer } from './pool'
import { askMysql, mysqlProbes } from './probes'

/** Connections to MySQL and MariaDB servers. */
export const mysqlServer: ServerDriver = {
  open: ({ settings, publicOnly, max }) =>
    encryptedIfPossible(settings, failureOf, (encrypted) =>
      openMysql({ settings, publicOnly, max, encrypted, standbyReads: settings.standbyReads }),
    ),

  probe: (connection, done) => withConnection(connection, connection.settings, async () => undefined, done),

  createMissing: async (connection, action) => {
    const { settings } = connection
    if (await hasDatabase(connection)) return
    const { database, ...elsewhere } = settings
    await withConnection(connection, elsewhere, (made) => makeDatabase(made, database, action))
  },

  failureOf: (error) => failureOf(error) ?? 'unknown',

  client: mysqlClient,

  lacks: async (connection) => {
    let found: string[] = []
    await withConnection(connection, connection.settings, (made) =>
      withConnection(connection, connection.settings, async (other) => {
        found = await lackingFeatures(mysqlProbes, askMysql(made), askMysql(other))
      }),
    )
    return found
  },

  findPrimary: async ({ settings, publicOnly }) => {
    const [first, ...others] = hostList(settings.host, settings.port)
    if (first !== undefined && others.length === 0) return first
    return encryptedIfPossible(settings, failureOf, async (encrypted) => {
      const options = connectionOptions(settings, { publicOnly, encrypted })
      const connection = await connect(options)
      const { host = settings.host, port = settings.port } = sameServer(connection, options)
      connection.destroy()
      return { host, port }
    })
  },

  version: async (database) => {
    const [row] = await database.read({ sql: 'SELECT version()', params: [] })
    return serverVersion(String(row?.[0] ?? '')).text
  },
}

async function withConnection(
  { publicOnly }: ServerConnection,
  settings: MysqlSettings,
  work: (connection: Connection) => Promise<void>,
  done: StepDone = () => undefined,
): Promise<void> {
  await encryptedIfPossible(settings, failureOf, async (encrypted) => {
    const connection = await connect(connectionOptions(settings, { publicOnly, encrypted }))
    try {
      const socket: unknown = 'stream' in connection ? connection.stream : undefined
      if (socket instanceof TLSSocket) done('encrypt', encryptionOf(socket))
      done('signIn')
      done('open')
      await work(connection)
    } finally {
      connection.destroy()
    }
  })
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
  if (action === 'check') {
    if (!(await mayCreate(connection, name))) throw new ConnectionProblem('createForbidden')
    return
  }
  await command(connection, `CREATE DATABASE IF NOT EXISTS ${quote(name)} CHARACTER SET utf8mb4`).catch(
    (error: unknown) => {
      throw [1044, 1227].includes(errorNumber(error))
        ? new ConnectionProblem('createForbidden', { cause: error })
        : error
    },
  )
}

/** The server reports a user's rights as text only: `GRANT CREATE, DROP ON `shop\_%`.* TO …`. */
async function mayCreate(connection: Connection, name: string): Promise<boolean> {
  const rows = (await command(connection, 'SHOW GRANTS')) as Readonly<Record<string, string>>[]
  return rows.some((row) => {
    const [, rights = '', scope = ''] = /^GRANT (.+?) ON (.+?)\.\* TO /.exec(Object.values(row)[0] ?? '') ?? []
    return (
      /\b(ALL PRIVILEGES|CREATE)\b(?! (USER|ROUTINE|VIEW|ROLE|TABLESPACE|TEMPORARY))/.test(rights) &&
      isWithin(name, scope)
    )
  })
}

/** In a grant, `%` and `_` are wildcards unless a backslash precedes them. */
function isWithin(name: string, scope: string): boolean {
  if (scope === '*') return true
  const pattern = scope.replace(/^`(.*)`$/s, '$1').replaceAll('``', '`')
  const expression = pattern.replace(
    /\\([\s\S])|([%_])|([.*+?^${}()|[\]\\])/g,
    (_, literal?: string, wild?: string, sign?: string) => {
      if (wild !== undefined) return wild === '%' ? '.*' : '.'
      const text = literal ?? sign ?? ''
      return /\w/.test(text) ? text : `\\${text}`
    },
  )
  return new RegExp(`^${expression}$`, 's').test(name)
}

/** Maps error numbers to connection failures. */
const numbers: Readonly<Record<number, ConnectionFailure>> = {
  1040: 'tooManyConnections',
  1042: 'hostUnknown',
  1043: 'otherProtocol',
  1044: 'databaseForbidden',
  1045: 'credentialsRefused',
  1049: 'databaseMissing',
  1053: 'starting',
  1129: 'userNotAllowed',
  1130: 'userNotAllowed',
  1142: 'readForbidden',
  1143: 'readForbidden',
  1203: 'tooManyConnections',
  1226: 'tooManyConnections',
  1251: 'signInUnsupported',
  1698: 'credentialsRefused',
  1862: 'signInUnsupported',
  3032: 'starting',
  3118: 'userNotAllowed',
  3159: 'sslRequired',
  4151: 'userNotAllowed',
}
/** Codes of the driver. */
const codes: Readonly<Record<string, ConnectionFailure>> = {
  AUTH_SWITCH_PLUGIN_ERROR: 'signInUnsupported',
  HANDSHAKE_NO_SSL_SUPPORT: 'sslNotOffered',
  HANDSHAKE_SSL_ERROR: 'sslFailed',
  HANDSHAKE_UNKNOWN_ERROR: 'otherProtocol',
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: 'signInUnsupported',
  PROTOCOL_CONNECTION_LOST: 'closed',
}

function failureOf(error: unknown): ConnectionFailure | undefined {
  if (error instanceof AppError) return error.cause === undefined ? undefined : failureOf(error.cause)
  const known = numbers[errorNumber(error)]
  if (known !== undefined) return known
  const code = errorCode(error)
  // The driver reports TLS problems only in its message.
  if (code === 'HANDSHAKE_SSL_ERROR') return tlsFailure(error) ?? 'sslFailed'
  if (Object.hasOwn(codes, code)) return codes[code]
  return transportFailure(error) ?? (isProtocolError(error) ? 'otherProtocol' : undefined)
}

const tlsWords: readonly (readonly [RegExp, ConnectionFailure])[] = [
  [/altnames|does not match certificate/i, 'identityMismatch'],
  [/expired|not yet valid/i, 'certificateExpired'],
  [/self[- ]signed|unable to (verify|get)|unknown ca|issuer/i, 'certificateUntrusted'],
  [/key values mismatch|pem|asn1|no start line|decoder/i, 'keysInvalid'],
  [/certificate required|handshake failure/i, 'clientCertificateNeeded'],
]

function tlsFailure(error: unknown): ConnectionFailure | undefined {
  const message = error instanceof Error ? error.message : ''
  return tlsWords.find(([pattern]) => pattern.test(message))?.[1]
}

/** True if the driver couldn't parse the response: another kind of server listens there. */
function isProtocolError(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    errorCode(error).startsWith('PROTOCOL_') ||
    /packets? out of order|handshake/i.test(error instanceof Error ? error.message : '')
  )
}
