import knex, { type Knex } from 'knex'
import { down, up } from '../../migrations/001-tables.ts'
import { connect } from '../../src/engine.ts'
import { quotedBy } from '../../src/lib/names.ts'
import { createViews, dropViews } from './views.ts'

/**
 * Creates all tables, and a table in place of each view: in SQLite in memory, or in the empty database of
 * TEST_DATABASE_URL.
 */
export async function createTestDatabase(): Promise<{ db: Knex; drop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL']
  const db = url === undefined ? inMemory() : connect(url)
  try {
    await up(db)
    await createViews(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    drop: async () => {
      // Memory is free with the connection.
      if (url === undefined) return
      await dropViews(db)
      await down(db)
    },
  }
}

const inMemory = (): Knex =>
  knex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:', options: { safeIntegers: true } },
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
        done(null, connection)
      },
    },
  })
