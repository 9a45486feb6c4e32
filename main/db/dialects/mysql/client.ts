import { join } from 'node:path'
import type { ConnectionSettings } from '@common/model/connection'
import type { ClientProgram } from '@main/db/client-program'
import { bareHost } from '@main/db/outbound'

/** A value of an option file, in quotes. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`

/**
 * Returns `mysql` with a connection. The options and the password are in a file, which the list of processes doesn't
 * show.
 *
 * @param folder  place of the files
 */
export function mysqlClient(settings: ConnectionSettings, folder: string): ClientProgram {
  const { host, port, user, database, password, ssl } = settings
  const { clientKey, clientCert, serverCa } = ssl
  const certificates = { 'ssl-key': clientKey, 'ssl-cert': clientCert, 'ssl-ca': serverCa }
  const given = Object.entries(certificates).flatMap(([option, text]) =>
    text === undefined || text === '' ? [] : [[option, text] as const],
  )
  const lines = [
    '[client]',
    `host=${quoted(bareHost(host))}`,
    `port=${port}`,
    'protocol=tcp',
    `user=${quoted(user)}`,
    `password=${quoted(password)}`,
    ...given.map(([option]) => `${option}=${quoted(join(folder, `${option}.pem`))}`),
  ]
  return {
    name: 'mysql',
    args: [`--defaults-extra-file=${join(folder, 'options.cnf')}`, database],
    environment: {},
    files: {
      'options.cnf': `${lines.join('\n')}\n`,
      ...Object.fromEntries(given.map(([option, text]) => [`${option}.pem`, text])),
    },
  }
}
