import knex, { type Knex } from 'knex'
import { quotedBy } from './lib/names.ts'

/** Opens the database file. Integers arrive whole, however large. */
export function connect(url: string): Knex {
  return knex({
    client: 'better-sqlite3',
    connection: { filename: url.replace(/^(?:sqlite|file):/, ''), options: { safeIntegers: true } },
    useNullAsDefault: true,
    ...quotedBy('"'),
    pool: {
      min: 1,
      max: 1,
      afterCreate: (
        connection: { pragma: (text: string) => void },
        done: (error: null, connection: object) => void,
      ) => {
        connection.pragma('foreign_keys = ON')
        connection.pragma('busy_timeout = 5000')
        done(null, connection)
      },
    },
  })
}

/** Returns a moment, an ISO text in UTC, as the database stores it. */
export const storedMoment = (moment: string): string => moment.replace('T', ' ').replace(/(?:\.000)?Z$/, '')

/** Inserts a row. Returns the values of the columns that the database filled. */
export async function insertRow(db: Knex, table: string, row: object, filled: string[]): Promise<unknown[]> {
  if (filled.length === 0) {
    await db(table).insert(row)
    return []
  }
  const [inserted] = await db(table).insert(row).returning(filled)
  return Object.values(inserted ?? {})
}
