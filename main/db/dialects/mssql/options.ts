import type { ConnectionConfiguration } from 'tedious'
import { AppError } from '@common/errors'
import { sslUsages, type ConnectionSettings } from '@common/model/connection'
import { connectionLimits } from '@main/db/connection-limits'
import { bareHost, outboundSocket } from '@main/db/outbound'
import { ConnectionProblem } from '@main/db/server-driver'

/** Settings of a connection that this kind of server supports. */
export type MssqlSettings = Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'password' | 'ssl'> & {
  /** Default: the user's default database. */
  readonly database?: string
}

const defaultPort = 1_433

/**
 * Parses an address: `mssql://user:password@host:port/database?ssl=required`.
 *
 * @throws AppError NOT_SUPPORTED for an invalid address
 */
export function settingsOfUrl(text: string): MssqlSettings {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '')
  const usage = sslUsages.find((known) => known === (url?.searchParams.get('ssl') ?? 'no'))
  if (url === undefined || url.hostname === '' || usage === undefined)
    throw new AppError('NOT_SUPPORTED', { reason: 'mssql' })
  return {
    host: url.hostname,
    port: url.port === '' ? defaultPort : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(database === '' ? {} : { database }),
    ssl: { usage },
  }
}

/**
 * Returns options of the driver. Sessions have fixed settings: English messages, year-first dates, and transactions
 * that end with their first error.
 *
 * @param encrypted  false connects without encryption if `preferred` allows it
 */
export function connectionOptions(
  settings: MssqlSettings,
  { publicOnly, encrypted = true }: { readonly publicOnly?: boolean | undefined; readonly encrypted?: boolean } = {},
): ConnectionConfiguration {
  const { user, password, port, database, ssl } = settings
  // Availability groups have a listener with one name instead.
  if (settings.host.includes(',')) throw new ConnectionProblem('hostUnknown')
  const host = bareHost(settings.host)
  return {
    server: host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      port,
      ...(database === undefined ? {} : { database }),
      connector: () => connected(port, host, publicOnly),
      connectTimeout: connectionLimits.connectTimeoutMs,
      // Callers have their own time limits, which cancel the statement (`session.ts`).
      requestTimeout: 0,
      encrypt: ssl.usage !== 'no' && encrypted,
      // The driver checks authority and name together. `driver.ts` checks the authority alone.
      trustServerCertificate: ssl.usage !== 'required-identity',
      cryptoCredentialsDetails: {
        ...(ssl.serverCa === undefined ? {} : { ca: ssl.serverCa }),
        ...(ssl.clientKey === undefined ? {} : { key: ssl.clientKey }),
        ...(ssl.clientCert === undefined ? {} : { cert: ssl.clientCert }),
      },
      appName: 'Basalt',
      useUTC: true,
      abortTransactionOnError: true,
      maxRetriesOnTransientErrors: 0,
      dateFormat: 'ymd',
      language: 'us_english',
      textsize: 2_147_483_647,
    },
  }
}

/** Returns a connected socket for the driver. */
function connected(
  port: number,
  host: string,
  publicOnly: boolean | undefined,
): Promise<ReturnType<typeof outboundSocket>> {
  return new Promise((resolve, reject) => {
    const socket = outboundSocket(publicOnly)
    socket.once('error', reject)
    socket.connect(port, host, () => {
      socket.off('error', reject)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}
