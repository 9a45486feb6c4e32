import knex, { type Knex } from 'knex'
import { quotedBy } from './lib/names.ts'

/**
 * Opens connections when they are needed. They are encrypted; `?tls=false` turns that off, `?tls=any` accepts every
 * certificate.
 */
export function connect(url: string): Knex {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const tls = searchParams.get('tls')
  const connection: object = {
    server: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 1433),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    options: { encrypt: tls !== 'false', trustServerCertificate: tls === 'any' },
  }
  return knex({ client: 'mssql', connection, ...quotedBy('"'), pool: { min: 0, max: 10 } })
}

/** Returns a moment, an ISO text in UTC, as the database stores it. */
export const storedMoment = (moment: string): string => moment.replace('Z', '')

/** Inserts a row. Returns the values of the columns that the database filled. */
export async function insertRow(db: Knex, table: string, row: object, filled: string[]): Promise<unknown[]> {
  if (filled.length === 0) {
    await db(table).insert(row)
    return []
  }
  const [inserted] = await db(table).insert(row).returning(filled)
  return Object.values(inserted ?? {})
}
