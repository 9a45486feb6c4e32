import type { TLSSocket } from 'node:tls'
import type { Connection, ConnectionConfiguration } from 'tedious'
import type { StoredValue } from '@common/columns/column-type'
import { errorCode } from '@main/db/connection-failures'
import { ConnectionProblem } from '@main/db/server-driver'
import type { MssqlSettings } from './options'
import { boundValue, readValue, type ResultColumn } from './values'

/** The driver is large, so it is loaded only for SQL Server. */
const load = async () => (await import('tedious')).default

const closed = new WeakSet<Connection>()

/** True until the connection ends. */
export const isOpen = (connection: Connection): boolean => !closed.has(connection)

/** Opens a connection. An error listener is attached at once; an unhandled error event would end this process. */
export async function connect(
  options: ConnectionConfiguration,
  { ssl }: Pick<MssqlSettings, 'ssl'>,
): Promise<Connection> {
  const { Connection: Made } = await load()
  const connection = new Made(options)
  connection.on('error', () => closed.add(connection))
  connection.on('end', () => closed.add(connection))
  // The driver reports only the last message of a sign-in, without its number. The first one has the reason.
  const said: number[] = []
  connection.on('errorMessage', ({ number }: { readonly number: number }) => said.push(number))
  let refused: Error | undefined
  if (ssl.usage === 'required-CA')
    // Runs before the password is sent.
    connection.on('secure', (socket: TLSSocket) => {
      refused = authorityProblem(socket)
      if (refused !== undefined) socket.destroy(refused)
    })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)))
    })
    const { rows } = await run(connection, greetingSql, [])
    if (rows.some(([isOld]) => Number(isOld) === 1)) throw new ConnectionProblem('versionUnsupported')
    return connection
  } catch (error) {
    end(connection)
    if (refused !== undefined) throw refused
    const number = said.find((one) => one !== loginFailed) ?? said[0]
    throw number !== undefined && error instanceof Error && !('number' in error)
      ? Object.assign(error, { number })
      : error
  }
}

/**
 * Turns row counts on, whatever the server's default is. Editions 1 to 4 run on premises; cloud editions have version
 * numbers of their own. SQL Server 2017 is 14.
 */
const greetingSql = `SET NOCOUNT OFF; SELECT CASE WHEN CAST(SERVERPROPERTY('EngineEdition') AS int) <= 4 AND CAST(SERVERPROPERTY('ProductMajorVersion') AS int) < 14 THEN 1 ELSE 0 END`

/** Generic login error, which follows the error with the reason. */
const loginFailed = 18456

/** Returns the problem with the authority of a server certificate. Ignores the host name, unlike the driver. */
function authorityProblem(socket: TLSSocket): Error | undefined {
  // Node sets a code here, unlike its types.
  const problem: unknown = socket.authorizationError
  if (socket.authorized || problem === undefined || problem === null) return undefined
  const code =
    problem instanceof Error ? errorCode(problem) || problem.message : typeof problem === 'string' ? problem : ''
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? undefined : Object.assign(new Error(code), { code })
}

export function end(connection: Connection): void {
  closed.add(connection)
  connection.close()
}

export interface Result {
  readonly rows: StoredValue[][]
  /** Row counts of all statements, including those that only read. */
  readonly counted: number
  /** Column names of the first result set, if there is one. */
  readonly names: readonly string[] | undefined
}

/** Runs one or several statements. Values travel separately from them. */
export async function run(connection: Connection, sql: string, params: readonly StoredValue[]): Promise<Result> {
  const { Request, TYPES } = await load()
  return new Promise((resolve, reject) => {
    const rows: StoredValue[][] = []
    let names: readonly string[] | undefined
    const request = new Request(sql, (error, counted) => {
      if (error === undefined || error === null) resolve({ rows, counted: counted ?? 0, names })
      else reject(error)
    })
    request.on('columnMetadata', (columns: readonly ResultColumn[] | Readonly<Record<string, ResultColumn>>) => {
      names ??= Object.values(columns).map(({ colName }) => colName)
    })
    request.on('row', (cells: readonly { readonly value: unknown; readonly metadata: ResultColumn }[]) => {
      rows.push(cells.map(({ value, metadata }) => readValue(value, metadata)))
    })
    for (const [at, value] of params.entries()) {
      const bound = boundValue(value)
      request.addParameter(`p${at + 1}`, TYPES[bound.type], bound.value, bound.options)
    }
    // Inside a procedure, IDENTITY_INSERT ends with it. In a batch that fails, the connection would keep it.
    if (params.length > 0 || sql.startsWith('SET IDENTITY_INSERT')) connection.execSql(request)
    else connection.execSqlBatch(request)
  })
}
