import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'

/** A stored row, by names of columns in the database. */
export type KeptRow = Readonly<Record<string, StoredValue>>

/** Rows of another table that a delete has reached. */
export interface AlongKept {
  readonly table: string
  readonly rows: readonly KeptRow[]
  /** Columns that were emptied; absent where the rows went. */
  readonly cleared?: readonly string[]
}

/** JSON has no exact whole numbers beyond 2^53 and no bytes. */
export const rowsText = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => {
    if (typeof held === 'bigint') return { $i: String(held) }
    // A Buffer has made JSON of itself by now.
    if (isBufferJson(held)) return { $b: Buffer.from(held.data).toString('base64') }
    if (held instanceof Uint8Array) return { $b: Buffer.from(held).toString('base64') }
    return held
  })

function isBufferJson(value: unknown): value is { readonly type: 'Buffer'; readonly data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
}

export function rowsOfText<T>(text: string): T {
  return JSON.parse(text, (_key, held: unknown) => {
    if (typeof held !== 'object' || held === null) return held
    if ('$i' in held) return BigInt(String(held.$i))
    if ('$b' in held) return new Uint8Array(Buffer.from(String(held.$b), 'base64'))
    return held
  }) as T
}

/** The key of a row as text, in the order of the table's key. */
export function keyOf({ primaryKey }: Pick<Table, 'primaryKey'>, row: KeptRow): string[] {
  return primaryKey.map((name) => String(row[name] ?? ''))
}

/** What people call a row, cut to fit a line. */
export function nameOf(table: Table, row: KeptRow): string {
  const column = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  const value = column === undefined ? null : (row[column.name] ?? null)
  const text = value === null || value instanceof Uint8Array ? keyOf(table, row).join(', ') : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
