import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { sharedDatabase } from './shared-database'

/** Address of a server for tests: from `postgres-setup.ts`, or an external one. */
export const postgresUrlVariable = 'BASALT_TEST_POSTGRES_URL'
/** Why there is none. Workers that are started later find it. */
export const postgresFailureVariable = 'BASALT_TEST_POSTGRES_FAILURE'

/** An empty database of its own on the shared server. */
export interface TestPostgres {
  readonly url: string
  readonly drop: () => Promise<void>
}

let reachable: Promise<string | undefined> | undefined

/** True if there is a server; waits while it starts. */
export async function hasPostgres(): Promise<boolean> {
  return (await (reachable ??= waitForServer())) !== undefined
}

/** @param options  of CREATE DATABASE */
export async function createTestPostgres(options = ''): Promise<TestPostgres> {
  const serverUrl = await (reachable ??= waitForServer())
  if (serverUrl === undefined) throw new Error('There is no PostgreSQL server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(serverUrl, `CREATE DATABASE ${name} ${options}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

const waitForServer = (): Promise<string | undefined> =>
  sharedDatabase('PostgreSQL', postgresUrlVariable, postgresFailureVariable, (url) => execute(url, 'SELECT 1'))

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => undefined)
  }
}
