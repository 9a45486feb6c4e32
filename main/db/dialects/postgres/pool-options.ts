import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { ClientConfig } from 'pg'
import { limits } from '@common/constants'
import type { ConnectionSettings } from '@common/model/connection'
import { connectionLimits } from '@main/db/connection-limits'
import { bareHost, outboundSocket } from '@main/db/outbound'
import type { ServerConnection } from '@main/db/server-driver'
import { valueSettings } from './values'

/** What every connection of ours has in common. */
const session: ClientConfig & { readonly pipeline: true } = {
  connectionTimeoutMillis: connectionLimits.connectTimeoutMs,
  statement_timeout: limits.statementTimeoutMs,
  // A caller that disappears in the middle of a transaction may not hold locks for ever.
  idle_in_transaction_session_timeout: limits.statementTimeoutMs,
  keepAlive: true,
  // The rows of a bulk are sent one behind the other, without waiting for each answer.
  pipeline: true,
  application_name: 'Basalt',
}
/** Rows of a table without a key come in the same order each time. */
const sessionOptions = `${valueSettings} -c synchronize_seqscans=off`

/** Options of a pool, from the address of a database. */
export function poolOptionsOfUrl(url: string, max: number | undefined): ClientConfig & { readonly max: number } {
  return {
    ...session,
    connectionString: url,
    max: max ?? connectionLimits.max,
    options: sessionOptions,
  }
}

/**
 * Options of a pool, from the settings of a connection.
 *
 * @param encrypted  for `preferred`: whether to try it with encryption or without
 */
export function poolOptions(
  { settings, publicOnly }: ServerConnection,
  encrypted: boolean,
): ClientConfig & { readonly max: number } {
  return { ...session, ...clientOptions(settings, publicOnly, encrypted), max: connectionLimits.max }
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
    // A function: with an empty text the driver would look for a password of this computer's own and send that.
    password: () => password,
    database,
    ssl: tlsOptions(settings, encrypted),
    stream: () => outboundSocket(publicOnly),
    options: sessionOptions,
  }
}

/** S1 §3. Without a certificate authority of its own, a connection trusts those that Node trusts. */
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
