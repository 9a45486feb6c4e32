import { join } from 'node:path'
import type { ConnectionSettings } from '@common/model/connection'
import { hostList } from '@common/model/hosts'
import type { ClientProgram } from '@main/db/client-program'
import { bareHost } from '@main/db/outbound'

const sslModes = {
  no: 'disable',
  preferred: 'prefer',
  required: 'require',
  'required-CA': 'verify-ca',
  'required-identity': 'verify-full',
} as const

/** A field of a password file: colons and backslashes are escaped. */
const field = (text: string): string => text.replaceAll(/[\\:]/g, String.raw`\$&`)

/**
 * Returns `psql` with a connection. The password is in a file, which neither the list of processes nor their variables
 * show.
 *
 * @param folder  place of the files
 */
export function psql(
  { host, port, user, database, password, schema, ssl }: ConnectionSettings,
  folder: string,
): ClientProgram {
  const { clientKey, clientCert, serverCa } = ssl
  const servers = hostList(host, port).map((server) => ({ host: bareHost(server.host), port: String(server.port) }))
  const optional = (text: string | undefined, variable: string, name: string): Record<string, string> =>
    text === undefined || text === '' ? {} : { [variable]: join(folder, name) }
  return {
    name: 'psql',
    args: [],
    environment: {
      PGHOST: servers.map((server) => server.host).join(','),
      PGPORT: servers.map((server) => server.port).join(','),
      // The primary of several servers.
      ...(servers.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
      PGUSER: user,
      PGDATABASE: database,
      PGPASSFILE: join(folder, 'password'),
      PGSSLMODE: sslModes[ssl.usage],
      ...optional(clientKey, 'PGSSLKEY', 'key.pem'),
      ...optional(clientCert, 'PGSSLCERT', 'cert.pem'),
      ...optional(serverCa, 'PGSSLROOTCERT', 'ca.pem'),
      ...(schema === undefined ? {} : { PGOPTIONS: `-c search_path=${schema.replaceAll(/[\\ ]/g, String.raw`\$&`)}` }),
    },
    files: {
      password: servers
        .map((server) => `${[server.host, server.port, database, user, password].map(field).join(':')}\n`)
        .join(''),
      ...(clientKey !== undefined && { 'key.pem': clientKey }),
      ...(clientCert !== undefined && { 'cert.pem': clientCert }),
      ...(serverCa !== undefined && { 'ca.pem': serverCa }),
    },
  }
}
