import type { ConnectionConfiguration } from 'tedious'
import { AppError } from '@common/errors'
import { sslUsages, type ConnectionSettings } from '@common/model/connection'
import { connectionLimits } from '@main/db/connection-limits'
import { bareHost, outboundSocket } from '@main/db/outbound'

/** What of a connection's settings this kind of server knows. */
export type MssqlSettings = Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'password' | 'ssl'> & {
  /** Absent: the one that the user signs in to. */
  readonly database?: string
}

const defaultPort = 1_433

/**
 * The settings that an address stands for: `mssql://user:password@host:port/database?ssl=required`.
 *
 * @throws AppError NOT_SUPPORTED when the address makes no sense
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
 * What the driver is told. The session has settings of its own, whatever the server's: English messages, dates read
 * year first, and a transaction that ends with its first error.
 *
 * @param encrypted  false to do without encryption where `preferred` lets us
 */
export function connectionOptions(
  settings: MssqlSettings,
  { publicOnly, encrypted = true }: { readonly publicOnly?: boolean | undefined; readonly encrypted?: boolean } = {},
): ConnectionConfiguration {
  const { user, password, port, database, ssl } = settings
  const host = bareHost(settings.host)
  return {
    server: host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      port,
      ...(database === undefined ? {} : { database }),
      connector: () => connected(port, host, publicOnly),
      connectTimeout: connectionLimits.connectTimeoutMs,
      // Callers give up by themselves, which ends the statement (`session.ts`).
      requestTimeout: 0,
      encrypt: ssl.usage !== 'no' && encrypted,
      // The driver checks authority and name together: the authority alone is checked in `driver.ts`.
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

/** A socket that is connected already: the driver only speaks over it. */
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
