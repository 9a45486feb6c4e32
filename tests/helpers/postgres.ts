import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Address of a server for tests: from `postgres-setup.ts`, or an external one. */
export const postgresUrlVariable = 'BASALT_TEST_POSTGRES_URL'
/** Why there is none. Workers that are started later find it. */
export const postgresFailureVariable = 'BASALT_TEST_POSTGRES_FAILURE'

const startTimeoutMs = 40_000
const retryMs = 100

/** An empty database of its own on the shared server. */
export interface TestPostgres {
  readonly url: string
  readonly drop: () => Promise<void>
}

let reachable: Promise<string | undefined> | undefined

/**
 * True if there is a server; waits while it starts. Prints the reason if there is none, so that skipped tests are
 * visible.
 */
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

async function waitForServer(): Promise<string | undefined> {
  const url = process.env[postgresUrlVariable]
  const until = performance.now() + startTimeoutMs
  let reason: unknown = `${postgresUrlVariable} is not set`
  while (url !== undefined && process.env[postgresFailureVariable] === undefined && performance.now() < until) {
    try {
      await execute(url, 'SELECT 1')
      return url
    } catch (error) {
      reason = error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  process.stderr.write(`Tests on PostgreSQL are skipped: ${process.env[postgresFailureVariable] ?? String(reason)}\n`)
  return undefined
}

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
