import knex, { type Knex } from 'knex'
import { quotedBy } from './lib/names.ts'

/** Opens connections when they are needed. `?tls=true` encrypts them. Dates, documents and large numbers are texts. */
export function connect(url: string): Knex {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const connection: object = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.get('tls') === 'true' && { ssl: {} }),
    charset: 'utf8mb4',
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
  }
  return knex({
    client: 'mysql2',
    connection,
    ...quotedBy('`'),
    pool: {
      min: 0,
      max: 10,
      afterCreate: (
        opened: { query: (sql: string, done: (error: Error | null) => void) => void },
        done: (error: Error | null, connection: object) => void,
      ) => opened.query("SET time_zone = '+00:00'", (error) => done(error, opened)),
    },
  })
}

/** Returns a moment, an ISO text in UTC, as the database stores it. */
export const storedMoment = (moment: string): string => moment.replace('T', ' ').replace('Z', '')

/** Inserts a row. Returns the value of the column that the database filled: MySQL counts one column of a table. */
export async function insertRow(db: Knex, table: string, row: object, _filled: string[]): Promise<unknown[]> {
  return db(table).insert(row)
}
