import { columnType } from '@common/columns/registry'
import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { LinkColumn } from '../nested/ends'

/** A linked row as lists answer it: its key and its name. */
type LinkedRow = Readonly<Record<string, unknown>>

/** Names of linked records that one cell takes. */
export const namesPerCell = 1_000

/** What people call a record: its name, or its key where it has none. The record it belongs to is no name of it. */
export function recordName(table: Table, row: LinkedRow, reader: FormatOptions): string {
  const name = table.columns.find(({ primaryValue }) => primaryValue)
  const key = table.primaryKey.flatMap((each) => table.columns.find((column) => column.name === each) ?? [])
  const named = name && textOf(name, row, reader)
  const isReference = name !== undefined && referenceIn(table, name) !== undefined
  if (named !== undefined && named.trim() !== '' && (!isReference || key.length === 0)) return named
  return key.map((column) => textOf(column, row, reader)).join(', ')
}

/** The link to the record that a column refers to. */
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

/** A value of JSON as columns know it. */
export function storedOf(value: unknown): StoredValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/**
 * The parameters of a list that bring along what links lead to.
 *
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
