import knex, { type Knex } from 'knex'
import pg from 'pg'
import { quotedBy } from './lib/names.ts'

const { BOOL, BYTEA, INT2, INT4, OID, FLOAT4, FLOAT8 } = pg.types.builtins
const parsed: ReadonlySet<number> = new Set([BOOL, BYTEA, INT2, INT4, OID, FLOAT4, FLOAT8])

/** Other values stay texts: numbers keep all digits, and dates don't depend on the time zone of the server. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    parsed.has(type) ? pg.types.getTypeParser(type, format) : (value: unknown) => String(value),
}

/** Opens connections when they are needed. */
export function connect(url: string): Knex {
  const connection: object = { connectionString: url, types }
  return knex({ client: 'pg', connection, ...quotedBy('"'), pool: { min: 0, max: 10 } })
}

/** Returns a moment, an ISO text in UTC, as the database stores it. */
export const storedMoment = (moment: string): string => moment

/** Inserts a row. Returns the values of the columns that the database filled. */
export async function insertRow(db: Knex, table: string, row: object, filled: string[]): Promise<unknown[]> {
  if (filled.length === 0) {
    await db(table).insert(row)
    return []
  }
  const [inserted] = await db(table).insert(row).returning(filled)
  return Object.values(inserted ?? {})
}
