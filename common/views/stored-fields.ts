import type { Table } from '@common/model'

const known = new WeakMap<Table, Table>()

/** Returns a table without its computed columns and links, for filters of rows that were read without them. */
export function storedFields<T extends Table>(table: T): Table {
  const held = known.get(table)
  if (held !== undefined) return held
  const bare: Table = { ...table, virtualColumns: [] }
  known.set(table, bare)
  return bare
}
