import { randomUUID } from 'node:crypto'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { sharedDatabase } from './shared-database'

/** Address of a server for tests: from `mariadb-setup.ts`, or an external one. */
export const mariadbUrlVariable = 'BASALT_TEST_MYSQL_URL'
/** Why there is none. Workers that are started later find it. */
export const mariadbFailureVariable = 'BASALT_TEST_MYSQL_FAILURE'

/** An empty database of its own on the shared server. */
export interface TestMariadb {
  readonly url: string
  readonly drop: () => Promise<void>
}

let reachable: Promise<string | undefined> | undefined

/** True if there is a server; waits while it starts. */
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

const waitForServer = (): Promise<string | undefined> =>
  sharedDatabase('MariaDB', mariadbUrlVariable, mariadbFailureVariable, (url) => executeMariadb(url, 'SELECT 1'))

/** Runs statements on a connection of their own, bypassing our code. */
export async function executeMariadb(url: string, ...statements: readonly string[]): Promise<void> {
  await queryMariadb(url, ...statements)
}

/** Like `executeMariadb`. Returns the rows of the last statement. */
export async function queryMariadb(url: string, ...statements: readonly string[]): Promise<RowDataPacket[]> {
  const connection = await createConnection({ uri: url, connectTimeout: 2_000, multipleStatements: true })
  try {
    let rows: RowDataPacket[] = []
    for (const sql of statements) [rows] = await connection.query<RowDataPacket[]>(sql)
    return rows
  } finally {
    connection.destroy()
  }
}

/**
 * True if a transaction in the connection's database waits for a lock. INNODB_TRX would not do: the server renews it only
 * after 100 ms in which no test reads it.
 */
export async function waitsForLock(connection: Connection): Promise<boolean> {
  const [sessions] = await connection.query<RowDataPacket[]>(
    'SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = database()',
  )
  const ids = new Set(sessions.map(({ id }) => Number(id)))
  const [[status]] = await connection.query<RowDataPacket[]>('SHOW ENGINE INNODB STATUS')
  return String(status?.['Status'])
    .split('---TRANSACTION ')
    .some((transaction) => {
      const session = /\nLOCK WAIT [^]*?\nMariaDB thread id (\d+),/.exec(transaction)?.[1]
      return session !== undefined && ids.has(Number(session))
    })
}
