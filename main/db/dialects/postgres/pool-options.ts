import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { ClientConfig } from 'pg'
import { limits } from '@common/constants'
import type { ConnectionSettings } from '@common/model/connection'
import { connectionLimits } from '@main/db/connection-limits'
import { hostList } from '@common/model/hosts'
import { oneOfSeveralTimeoutMs, urlList } from '@main/db/hosts'
import { bareHost, outboundSocket } from '@main/db/outbound'
import type { ServerConnection } from '@main/db/server-driver'
import type { PrimaryConfig } from './connect'
import { valueSettings } from './values'

/** Options of all connections. */
const session: ClientConfig & { readonly pipeline: true } = {
  connectionTimeoutMillis: connectionLimits.connectTimeoutMs,
  statement_timeout: limits.statementTimeoutMs,
  // A caller that disappears within a transaction must not hold locks.
  idle_in_transaction_session_timeout: limits.statementTimeoutMs,
  keepAlive: true,
  // Pipelines bulk rows without waiting for each response.
  pipeline: true,
  application_name: 'Basalt',
}
/** Rows of a table without a key have a stable order. */
const sessionOptions = `${valueSettings} -c synchronize_seqscans=off`

/** Returns pool options for the address of a database. */
export function poolOptionsOfUrl(url: string, max: number | undefined): PrimaryConfig & { readonly max: number } {
  const urls = urlList(url)
  const of = (connectionString: string | undefined): ClientConfig => ({
    ...session,
    connectionString,
    options: sessionOptions,
  })
  return { ...of(urls[0]), ...severalOf(urls.map(of)), max: max ?? connectionLimits.max }
}

/** A server that is away must not delay the others. */
const severalOf = (servers: readonly ClientConfig[]): Pick<PrimaryConfig, 'servers'> =>
  servers.length < 2
    ? {}
    : { servers: servers.map((server) => ({ ...server, connectionTimeoutMillis: oneOfSeveralTimeoutMs })) }

/**
 * Returns pool options for the settings of a connection.
 *
 * @param encrypted  for `preferred`: true to try with encryption
 */
export function poolOptions(
  { settings, publicOnly }: ServerConnection,
  encrypted: boolean,
): PrimaryConfig & { readonly max: number } {
  const servers = hostList(settings.host, settings.port).map((server) => ({
    ...session,
    ...clientOptions({ ...settings, ...server }, publicOnly, encrypted),
  }))
  return { ...servers[0], ...severalOf(servers), max: connectionLimits.max }
}

function clientOptions(
  settings: ConnectionSettings,
  publicOnly: boolean | undefined,
  encrypted: boolean,
): ClientConfig {
  const { port, user, password, database } = settings
  return {
    host: bareHost(settings.host),
    port,
    user,
    // A function, because with an empty text the driver would send a password stored on this computer.
    password: () => password,
    database,
    ssl: tlsOptions(settings, encrypted),
    stream: () => outboundSocket(publicOnly),
    options: sessionOptions,
  }
}

/** S1 §3. Without its own certificate authority, a connection trusts those that Node trusts. */
function tlsOptions({ host, ssl }: ConnectionSettings, encrypted: boolean): false | ConnectionOptions {
  const { usage, clientKey, clientCert, serverCa } = ssl
  if (usage === 'no' || (usage === 'preferred' && !encrypted)) return false
  const keys: ConnectionOptions = {
    ...(clientKey === undefined ? {} : { key: clientKey }),
    ...(clientCert === undefined ? {} : { cert: clientCert }),
    ...(serverCa === undefined ? {} : { ca: serverCa }),
  }
  switch (usage) {
    case 'preferred':
    case 'required':
      return { ...keys, rejectUnauthorized: false }
    case 'required-CA':
      return { ...keys, rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'required-identity':
      return {
        ...keys,
        rejectUnauthorized: true,
        checkServerIdentity: (_name, certificate) => checkServerIdentity(bareHost(host), certificate),
      }
  }
}
