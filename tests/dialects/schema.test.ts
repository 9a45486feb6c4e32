import { describe } from 'vitest'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { describeSchema } from './schema-suite'
import { temporaryFolder } from './sqlite-files'

describe('SQLite', () => {
  describeSchema(async () => {
    const folder = temporaryFolder()
    const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl })
    const database = await openSqlite({ threads, filename: folder.file('data.sqlite'), mode: 'builtIn', create: true })
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

describe.skipIf(!(await hasPostgres()))('PostgreSQL', () => {
  describeSchema(async () => {
    const server = await createTestPostgres()
    const database = await openPostgres({ url: server.url })
    return {
      database,
      drop: async () => {
        await database.close()
        await server.drop()
      },
    }
  })
})

describe.skipIf(!(await hasMariadb()))('MariaDB', () => {
  describeSchema(
    async () => {
      const server = await createTestMariadb()
      const database = await openMysql({ settings: settingsOfUrl(server.url) })
      return {
        database,
        drop: async () => {
          await database.close()
          await server.drop()
        },
      }
    },
    { viewsForgetNames: true },
  )
})
