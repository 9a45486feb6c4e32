import type { Table } from '@common/model'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads, type SqliteThreads } from '@main/db/dialects/sqlite/threads'
import { decorateTable } from '@main/features/tables/catalog/decorate'
import { reusedSqlite } from './reused-sqlite'
import { sqliteWorkerUrl } from './worker'

let shared: SqliteThreads | undefined

/** Opens a SQLite file as the server does, on threads shared by all tests of a file. */
export async function openTestDatabase(filename: string): Promise<Database> {
  shared ??= createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
  return openSqlite({ threads: shared, filename, mode: 'inPlace' })
}

/** A table as the database describes it, under its own names. */
export async function tableOf(database: Database, name: string): Promise<Table> {
  const native = await database.dialect.introspect.describeTable(database, name)
  if (!native) throw new Error(`There is no table ${name}`)
  const summary = { name: native.name, title: native.name, type: native.type, order: 1 }
  return decorateTable(native, summary, [], native.foreignKeys, database.dialect)
}
