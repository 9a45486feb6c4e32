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
const preparable = /^\s*(?:select|insert|update|delete|replace|with|\()/i

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

/** The driver sends numbers as doubles and binary data only from a Buffer; the server calculates with integers. */
function bindable(value: StoredValue): ExecuteValues {
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
