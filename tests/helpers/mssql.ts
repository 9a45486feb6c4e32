import { randomUUID } from 'node:crypto'
import { openMssql } from '@main/db/dialects/mssql/connection'
import { settingsOfUrl } from '@main/db/dialects/mssql/options'

/** Address of a SQL Server for tests; only there if the environment provides it. */
export const mssqlUrlVariable = 'BASALT_TEST_MSSQL_URL'

/** An empty database of its own on that server. */
export async function createTestMssql(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const serverUrl = process.env[mssqlUrlVariable]
  if (serverUrl === undefined) throw new Error('There is no SQL Server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      execute(serverUrl, `ALTER DATABASE ${name} SET SINGLE_USER WITH ROLLBACK IMMEDIATE; DROP DATABASE ${name}`),
  }
}

/** Creates or drops a database outside every transaction, by a read. */
async function execute(url: string, sql: string): Promise<void> {
  const database = await openMssql({ settings: settingsOfUrl(url), max: 1 })
  try {
    await database.read({ sql, params: [] })
  } finally {
    await database.close()
  }
}
