import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ConnectionOptions, SslOptions } from 'mysql2'
import { AppError } from '@common/errors'
import { sslUsages, type ConnectionSettings } from '@common/model/connection'
import { hostList } from '@common/model/hosts'
import { connectionLimits } from '@main/db/connection-limits'
import { oneOfSeveralTimeoutMs, urlList } from '@main/db/hosts'
import { bareHost, outboundSocket } from '@main/db/outbound'
import { ConnectionProblem } from '@main/db/server-driver'

/** Settings of a connection that this kind of server supports. */
export type MysqlSettings = Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'password' | 'ssl'> & {
  /** Default: no database, so that one can be created. */
  readonly database?: string
}

const defaultPort = 3_306
/** Prepared statements per connection. The server's own limit, 16,382 by default, is shared by all connections. */
const preparedStatementsMax = 200

/**
 * Parses an address: `mysql://user:password@host:port/database?ssl=required`. Certificates are files (`ssl-ca`,
 * `ssl-key`,
 * `ssl-cert`) on the machine of the server.
 *
 * @throws AppError NOT_SUPPORTED for an invalid address
 */
export function settingsOfUrl(text: string): MysqlSettings {
  const urls = urlList(text)
  const [first = ''] = urls
  const url = URL.canParse(first) ? new URL(first) : undefined
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '')
  if (url === undefined || url.hostname === '' || database === '')
    throw new AppError('NOT_SUPPORTED', { reason: 'mysql' })
  const { searchParams } = url
  const usage = sslUsages.find((known) => known === (searchParams.get('ssl') ?? 'no'))
  if (usage === undefined) throw new AppError('NOT_SUPPORTED', { reason: 'ssl' })
  const file = (name: string): string | undefined => {
    const path = searchParams.get(name)
    return path === null ? undefined : readFileSync(path, 'utf8')
  }
  return {
    host: urls.length === 1 ? url.hostname : urls.map((each) => new URL(each).host).join(','),
    port: url.port === '' ? defaultPort : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    ssl: { usage, serverCa: file('ssl-ca'), clientKey: file('ssl-key'), clientCert: file('ssl-cert') },
  }
}

/**
 * Returns options of the driver. Values travel separately from statements, and return as text if a JavaScript value
 * would lose something.
 *
 * @param encrypted  false connects without encryption if `preferred` allows it
 * @throws ConnectionProblem identityMismatch if the server name must be verified but the host is an IP address
 */
export function connectionOptions(settings: MysqlSettings, how: HowToConnect = {}): ConnectionOptions {
  const [first, ...others] = hostList(settings.host, settings.port).map((server) =>
    optionsOfOne({ ...settings, ...server }, how),
  )
  if (first === undefined) throw new AppError('NOT_SUPPORTED', { reason: 'mysql' })
  if (others.length > 0)
    clusters.set(
      first,
      [first, ...others].map((options) => ({ ...options, connectTimeout: oneOfSeveralTimeoutMs })),
    )
  return first
}

/** Options for each server of a cluster, by those of its first one: the driver would reject a key of ours. */
const clusters = new WeakMap<ConnectionOptions, readonly ConnectionOptions[]>()

/** Returns the options for each server; undefined for a single one. */
export const serversOf = (options: ConnectionOptions): readonly ConnectionOptions[] | undefined => clusters.get(options)

/** Returns options that choose a replica of the cluster instead of its primary; undefined for a single server. */
export function replicaOptions(options: ConnectionOptions): ConnectionOptions | undefined {
  const servers = clusters.get(options)
  if (servers === undefined) return undefined
  const chosen = { ...options }
  clusters.set(chosen, [...servers].toReversed())
  replicaChoices.add(chosen)
  return chosen
}

const replicaChoices = new WeakSet<ConnectionOptions>()

/** True if options choose a replica. */
export const choosesReplica = (options: ConnectionOptions): boolean => replicaChoices.has(options)

interface HowToConnect {
  readonly publicOnly?: boolean | undefined
  readonly encrypted?: boolean
}

function optionsOfOne(settings: MysqlSettings, { publicOnly, encrypted = true }: HowToConnect): ConnectionOptions {
  const ssl = encrypted ? sslOptions(settings) : undefined
  const host = bareHost(settings.host)
  return {
    host,
    port: settings.port,
    stream: () => {
      const socket = outboundSocket(publicOnly)
      socket.setNoDelay(true)
      socket.setKeepAlive(true)
      return socket.connect(settings.port, host)
    },
    user: settings.user,
    password: settings.password,
    ...(settings.database === undefined ? {} : { database: settings.database }),
    ...(ssl === undefined ? {} : { ssl }),
    charset: 'UTF8MB4_BIN',
    connectTimeout: connectionLimits.connectTimeoutMs,
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    multipleStatements: false,
    maxPreparedStatements: preparedStatementsMax,
    // The server must not request files of this machine.
    flags: ['-LOCAL_FILES'],
  }
}

function sslOptions({ ssl, host }: MysqlSettings): SslOptions | undefined {
  if (ssl.usage === 'no') return undefined
  // The driver compares names only and would accept any certificate for an address.
  if (ssl.usage === 'required-identity' && isIP(bareHost(host)) !== 0) throw new ConnectionProblem('identityMismatch')
  return {
    ...(ssl.serverCa === undefined ? {} : { ca: ssl.serverCa }),
    ...(ssl.clientKey === undefined ? {} : { key: ssl.clientKey }),
    ...(ssl.clientCert === undefined ? {} : { cert: ssl.clientCert }),
    rejectUnauthorized: ssl.usage === 'required-CA' || ssl.usage === 'required-identity',
    verifyIdentity: ssl.usage === 'required-identity',
  }
}
