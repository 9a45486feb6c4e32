import { keyPart } from '@main/lib/key-part'
import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'

/** A stored row, by names of columns in the database. */
export type KeptRow = Readonly<Record<string, StoredValue>>

/** A row in the inheriting table that stored it, if that isn't the table it was deleted from. */
export interface OwnKept {
  readonly table: string
  readonly row: KeptRow
}

/** A deleted row. */
export interface RowKept {
  readonly row: KeptRow
  readonly own?: OwnKept
}

/** Rows of another table that a delete has reached. */
export interface AlongKept {
  readonly table: string
  readonly rows: readonly KeptRow[]
  /** Columns that were emptied; absent where the rows went. */
  readonly cleared?: readonly string[]
}

/**
 * Returns rows as JSON. Encodes integers beyond 2^53, infinity and bytes as lists, because values are never lists. An
 * object would not do: its key could be the name of a column.
 */
export const rowsText = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => {
    if (typeof held === 'bigint') return [integerMark, String(held)]
    if (typeof held === 'number' && !Number.isFinite(held)) return [floatMark, String(held)]
    // A Buffer has made JSON of itself by now.
    if (isBufferJson(held)) return [bytesMark, Buffer.from(held.data).toString('base64')]
    if (held instanceof Uint8Array) return [bytesMark, Buffer.from(held).toString('base64')]
    return held
  })

/** Numbers: the other lists that are kept hold texts and rows. */
const integerMark = 0
const bytesMark = 1
const floatMark = 2

/** A row with columns of such names holds texts or numbers in them, never a list. */
function isBufferJson(value: unknown): value is { readonly type: 'Buffer'; readonly data: number[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value &&
    Array.isArray(value.data)
  )
}

export function rowsOfText<T>(text: string): T {
  return JSON.parse(text, (_key, held: unknown) => {
    if (!Array.isArray(held) || held.length !== 2) return held
    const [mark, content] = held as readonly unknown[]
    if (typeof content !== 'string') return held
    if (mark === integerMark) return BigInt(content)
    if (mark === floatMark) return Number(content)
    return mark === bytesMark ? new Uint8Array(Buffer.from(content, 'base64')) : held
  }) as T
}

/** The key of a row as text, in the order of the table's key. */
export function keyOf({ primaryKey }: Pick<Table, 'primaryKey'>, row: KeptRow): string[] {
  return primaryKey.map((name) => keyPart(row[name]))
}

/** What people call a row, cut to fit a line. */
export function nameOf(table: Table, row: KeptRow): string {
  const column = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  const value = column === undefined ? null : (row[column.name] ?? null)
  const text = value === null || value instanceof Uint8Array ? keyOf(table, row).join(', ') : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
