import { keyPart } from '@main/lib/key-part'
import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'

/** A stored row, by column names of the database. */
export type TrashedRow = Readonly<Record<string, StoredValue>>

/** A row in the inheriting table that stored it, if that isn't the table it was deleted from. */
export interface TrashedOwnRow {
  readonly table: string
  readonly row: TrashedRow
}

/** A deleted row. */
export interface TrashedRecord {
  readonly row: TrashedRow
  readonly own?: TrashedOwnRow
}

/** Rows of another table that a delete has reached. */
export interface TrashedAlong {
  readonly table: string
  readonly rows: readonly TrashedRow[]
  /** Columns set to NULL; absent if the rows were deleted. */
  readonly cleared?: readonly string[]
}

/** Returns the key of a row as text, in key order. */
export function keyOf({ primaryKey }: Pick<Table, 'primaryKey'>, row: TrashedRow): string[] {
  return primaryKey.map((name) => keyPart(row[name]))
}

/** Returns the name of a row, truncated to a line. */
export function nameOf(table: Table, row: TrashedRow): string {
  const column = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  const value = column === undefined ? null : (row[column.name] ?? null)
  const text = value === null || value instanceof Uint8Array ? keyOf(table, row).join(', ') : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
