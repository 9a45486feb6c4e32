import * as tables from '../migrations/001-tables.ts'
import { readConfig } from './config.ts'
import { connect } from './engine.ts'

const migrations: Readonly<Record<string, typeof tables>> = { '001-tables': tables }

const db = connect(readConfig().databaseUrl)
try {
  await db.migrate.latest({
    migrationSource: {
      getMigrations: async () => Object.keys(migrations),
      getMigrationName: (name: string) => name,
      getMigration: async (name: string) => migrations[name] ?? tables,
    },
  })
} finally {
  await db.destroy()
}
