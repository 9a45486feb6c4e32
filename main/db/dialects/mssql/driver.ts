import type { Connection, ConnectionConfiguration } from 'tedious'
import type { StoredValue } from '@common/columns/column-type'
import { boundValue, readValue, type ResultColumn } from './values'

/** The driver is large: whoever opens no SQL Server never loads it. */
const load = async () => (await import('tedious')).default

const closed = new WeakSet<Connection>()

/** Whether nothing has ended the connection yet. */
export const isOpen = (connection: Connection): boolean => !closed.has(connection)

/** Makes a connection. It has a listener for errors from its first moment: without one, they would end this process. */
export async function connect(options: ConnectionConfiguration): Promise<Connection> {
  const { Connection: Made } = await load()
  const connection = new Made(options)
  connection.on('error', () => closed.add(connection))
  connection.on('end', () => closed.add(connection))
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)))
  }).catch((error: unknown) => {
    end(connection)
    throw error
  })
  return connection
}

export function end(connection: Connection): void {
  closed.add(connection)
  connection.close()
}

export interface Result {
  readonly rows: StoredValue[][]
  /** Rows that the statements counted, those they only read among them. */
  readonly counted: number
}

/** Runs a statement, or several of ours in one text. With values, they travel apart from it. */
export async function run(connection: Connection, sql: string, params: readonly StoredValue[]): Promise<Result> {
  const { Request, TYPES } = await load()
  return new Promise((resolve, reject) => {
    const rows: StoredValue[][] = []
    const request = new Request(sql, (error, counted) => {
      if (error === undefined || error === null) resolve({ rows, counted: counted ?? 0 })
      else reject(error)
    })
    request.on('row', (cells: readonly { readonly value: unknown; readonly metadata: ResultColumn }[]) => {
      rows.push(cells.map(({ value, metadata }) => readValue(value, metadata)))
    })
    for (const [at, value] of params.entries()) {
      const bound = boundValue(value)
      request.addParameter(`p${at + 1}`, TYPES[bound.type], bound.value, bound.options)
    }
    if (params.length > 0) connection.execSql(request)
    else connection.execSqlBatch(request)
  })
}
