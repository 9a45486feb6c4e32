import { randomUUID } from 'node:crypto'
import { createConnection } from 'mysql2/promise'

/** Address of a server for tests: from `mariadb-setup.ts`, or an external one. */
export const mariadbUrlVariable = 'BASALT_TEST_MYSQL_URL'
/** Why there is none. Workers that are started later find it. */
export const mariadbFailureVariable = 'BASALT_TEST_MYSQL_FAILURE'

const startTimeoutMs = 40_000
const retryMs = 50

/** An empty database of its own on the shared server. */
export interface TestMariadb {
  readonly url: string
  readonly drop: () => Promise<void>
}

let reachable: Promise<string | undefined> | undefined

/**
 * True if there is a server; waits while it starts. Prints the reason if there is none, so that skipped tests are
 * visible.
 */
export async function hasMariadb(): Promise<boolean> {
  return (await (reachable ??= waitForServer())) !== undefined
}

/** @param options  of CREATE DATABASE */
export async function createTestMariadb(options = ''): Promise<TestMariadb> {
  const serverUrl = await (reachable ??= waitForServer())
  if (serverUrl === undefined) throw new Error('There is no MariaDB server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await executeMariadb(serverUrl, `CREATE DATABASE ${name} ${options}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => executeMariadb(serverUrl, `DROP DATABASE IF EXISTS ${name}`) }
}

async function waitForServer(): Promise<string | undefined> {
  const url = process.env[mariadbUrlVariable]
  const until = performance.now() + startTimeoutMs
  let reason: unknown = `${mariadbUrlVariable} is not set`
  while (url !== undefined && process.env[mariadbFailureVariable] === undefined && performance.now() < until) {
    try {
      await executeMariadb(url, 'SELECT 1')
      return url
    } catch (error) {
      reason = error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  process.stderr.write(`Tests on MariaDB are skipped: ${process.env[mariadbFailureVariable] ?? String(reason)}\n`)
  return undefined
}

/** Runs a statement as the server's first user, bypassing our code. */
export async function executeMariadb(url: string, ...statements: readonly string[]): Promise<void> {
  const connection = await createConnection({ uri: url, connectTimeout: 2_000, multipleStatements: true })
  try {
    for (const sql of statements) await connection.query(sql)
  } finally {
    await connection.end()
  }
}
