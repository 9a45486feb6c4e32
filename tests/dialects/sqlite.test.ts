import Sqlite from 'better-sqlite3'
import { describe } from 'vitest'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { describeDatabase } from './database-suite'
import { temporaryFolder } from './sqlite-files'

const types = { key: 'integer PRIMARY KEY', bytes: 'blob', float: 'double', boolean: 'boolean' }

describe.each(['builtIn', 'inPlace'] as const)('SQLite, %s', (mode) => {
  describeDatabase(types, async () => {
    const folder = temporaryFolder()
    const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
    const filename = folder.file('data.sqlite')
    if (mode === 'inPlace') new Sqlite(filename).exec('CREATE TABLE theirs (id integer)').close()
    const database = await openSqlite({ threads, filename, mode, create: true })
    return {
      database,
      drop: async () => {
        await database.close()
        await threads.close()
        folder.remove()
      },
    }
  })
})
