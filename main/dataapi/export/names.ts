import { columnType } from '@common/columns/registry'
import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { LinkColumn } from '../nested/ends'

/** A linked row as lists return it: its key and its name. */
type LinkedRow = Readonly<Record<string, unknown>>

/** Maximum number of linked names per cell. */
export const namesPerCell = 1_000

/** Returns the label of a record: its name, or its key if it has none. The record that it belongs to isn't its name. */
export function recordName(table: Table, row: LinkedRow, reader: FormatOptions): string {
  const name = table.columns.find(({ primaryValue }) => primaryValue)
  const key = table.primaryKey.flatMap((each) => table.columns.find((column) => column.name === each) ?? [])
  const named = name && textOf(name, row, reader)
  const isReference = name !== undefined && referenceIn(table, name) !== undefined
  if (named !== undefined && named.trim() !== '' && (!isReference || key.length === 0)) return named
  return key.map((column) => textOf(column, row, reader)).join(', ')
}

/** Returns the link of a foreign key column. */
export function referenceIn(table: Table, column: Column): LinkColumn | undefined {
  return table.virtualColumns.find(
    (each): each is LinkColumn =>
      each.kind === 'link' &&
      each.problem === undefined &&
      each.link.kind === 'belongsTo' &&
      each.link.toAssociation !== true &&
      each.link.columns.length === 1 &&
      each.link.columns[0] === column.name,
  )
}

function textOf(column: Column, row: LinkedRow, reader: FormatOptions): string {
  return columnType(column.uiType).format(storedOf(row[column.title]), column, reader)
}

/** Converts a JSON value to a stored one. */
export function storedOf(value: unknown): StoredValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/**
 * Returns the list parameters that include linked rows.
 * @param perRow  linked rows of each row
 */
export function linkParameters(links: readonly LinkColumn[], perRow: number): [string, string][] {
  const ids = (kind: LinkColumn['link']['kind']): string[] =>
    links.filter(({ link }) => link.kind === kind).map(({ id }) => id)
  const [children, pairs] = [ids('hasMany'), ids('manyToMany')]
  return [
    ['bt', JSON.stringify(ids('belongsTo'))],
    ['hm', JSON.stringify(children)],
    ['mm', JSON.stringify(pairs)],
    ...children.map((_, at): [string, string] => [`hlimit${at + 1}`, String(perRow)]),
    ...pairs.map((_, at): [string, string] => [`mlimit${at + 1}`, String(perRow)]),
  ]
}
