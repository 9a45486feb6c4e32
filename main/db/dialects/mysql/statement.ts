import type { Connection, ExecuteValues, FieldPacket, QueryOptions } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { driver } from './driver'
import { readValues } from './values'

/** Result of a statement. */
export interface Result {
  readonly rows: StoredValue[][]
  readonly changes: number
  readonly names?: readonly string[]
}

const writing = /^\s*(?:insert|update|delete|replace)\b/i
/** Statements that the server prepares. Others have no values. A prepared SHOW would return stale facts. */
export const preparable = /^\s*(?:select|insert|update|delete|replace|with|\()/i

/** Runs a statement; its values travel separately. */
export function run(connection: Connection, sql: string, params: readonly StoredValue[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, result: unknown, fields: FieldPacket[] | undefined): void => {
      if (error !== null) {
        reject(error)
        return
      }
      // A routine can return several lists; the first is its result.
      if (Array.isArray(result) && Array.isArray(fields?.[0])) {
        const [list, facts] = [result[0] as unknown[][], fields[0] as FieldPacket[]]
        resolve({ rows: readValues(list, facts), changes: 0, names: facts.map(({ name }) => name) })
        return
      }
      if (Array.isArray(result)) {
        const rows = readValues(result as unknown[][], fields ?? [])
        const names = (fields ?? []).map(({ name }) => name)
        resolve({ rows, changes: writing.test(sql) ? rows.length : 0, names })
        return
      }
      const { affectedRows } = result as { affectedRows: number }
      resolve({ rows: [], changes: writing.test(sql) ? affectedRows : 0 })
    }
    const query: QueryOptions = { sql, rowsAsArray: true }
    if (params.length > 0 || preparable.test(sql)) connection.execute(query, params.map(bindable), answer)
    else connection.query(query, answer)
  })
}

/**
 * Runs a statement that a user wrote and reads at most `rowsMax` rows.
 *
 * @param stop  called if there are more: ends the statement
 */
export function runUpTo(
  connection: Connection,
  sql: string,
  rowsMax: number,
  stop: () => void,
): Promise<{ readonly names: readonly string[]; readonly rows: StoredValue[][] }> {
  return new Promise((resolve, reject) => {
    const rows: unknown[][] = []
    let facts: FieldPacket[] | undefined
    let isOver = false
    const end = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      connection.off('error', fail)
      settle()
    }
    const fail = (error: Error): void => end(() => reject(error))
    const done = (): void =>
      end(() => {
        const fields = facts ?? []
        resolve({ names: fields.map(({ name }) => name), rows: readValues(rows, fields) })
      })
    // Without a callback, the driver reports a lost connection here only.
    connection.on('error', fail)
    const query: QueryOptions = { sql, rowsAsArray: true }
    const sent = preparable.test(sql) ? connection.execute(query, []) : connection.query(query)
    sent.on('error', fail)
    sent.on('fields', (fields: FieldPacket[] | undefined) => (facts ??= fields))
    sent.on('result', (row: unknown, result: number) => {
      if (isOver || result > 0 || !Array.isArray(row)) return
      if (rows.length < rowsMax) {
        rows.push(row)
        return
      }
      done()
      stop()
    })
    sent.on('end', done)
  })
}

/** The driver sends numbers as doubles and binary data only from a Buffer; the server calculates with integers. */
export function bindable(value: StoredValue): ExecuteValues {
  const { TypedParameter } = driver()
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? TypedParameter.LONGLONG(value) : value
    case 'bigint':
      if (BigInt.asIntN(64, value) === value) return TypedParameter.LONGLONG(value)
      return BigInt.asUintN(64, value) === value ? TypedParameter.LONGLONG.unsigned(value) : value.toString()
    case 'boolean':
      return TypedParameter.LONGLONG(value ? 1 : 0)
    default:
      return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
  }
}
