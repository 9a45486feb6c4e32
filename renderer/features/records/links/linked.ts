import type { FormatOptions } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import { linkTitle } from '@common/views/link-title'
import type { VirtualColumn } from '@common/model/relations'
import { keyColumns, storedValue, type Row } from '../rows/row-key'

export type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** Linked records that a cell shows at most; more are promised by a sign. */
export const shownPerCell = 20
/** One more than shown, to detect further records. */
const fetchedPerCell = shownPerCell + 1

/** Links that a grid shows: a reference in the column that holds it, the others as columns of their own. */
export interface ShownLinks {
  /** Links by the name of the column that holds the reference. */
  readonly references: ReadonlyMap<string, LinkColumn>
  readonly columns: readonly LinkColumn[]
}

export function shownLinks(table: Table): ShownLinks {
  const known = shown.get(table)
  if (known) return known
  const made = linksOf(table)
  shown.set(table, made)
  return made
}
const shown = new WeakMap<Table, ShownLinks>()

function linksOf(table: Table): ShownLinks {
  const references = new Map<string, LinkColumn>()
  const columns: LinkColumn[] = []
  for (const column of table.virtualColumns) {
    if (column.kind !== 'link' || column.link.toAssociation === true) continue
    const [holder] = column.link.columns
    const isReference = column.link.kind === 'belongsTo' && column.link.columns.length === 1 && holder !== undefined
    if (!isReference) columns.push(column)
    else if (column.problem === undefined && !references.has(holder)) references.set(holder, column)
  }
  return { references, columns }
}

/** Returns the list parameters that include the linked records of the shown links. */
export function linkParameters({ references, columns }: ShownLinks, perRow = fetchedPerCell): Record<string, string> {
  const ids = (kind: LinkColumn['link']['kind']): string[] =>
    columns.filter(({ link, problem }) => link.kind === kind && problem === undefined).map(({ id }) => id)
  const [children, pairs] = [ids('hasMany'), ids('manyToMany')]
  return {
    bt: [...[...references.values()].map(({ id }) => id), ...ids('belongsTo')].join(','),
    hm: children.join(','),
    mm: pairs.join(','),
    ...Object.fromEntries(children.map((_, at) => [`hlimit${at + 1}`, String(perRow)])),
    ...Object.fromEntries(pairs.map((_, at) => [`mlimit${at + 1}`, String(perRow)])),
  }
}

const linkColumns = new WeakMap<Table, readonly Column[]>()

/**
 * True if this column links and unlinks records one by one. A reference in a single column is written in that column;
 * one over several columns here, unless it would change the record's own key.
 */
export function takesRecords({ link, problem }: LinkColumn, own: Table): boolean {
  if (problem !== undefined) return false
  if (link.kind !== 'belongsTo') return true
  return (
    link.columns.length > 1 && !own.columns.some(({ name, primaryKey }) => primaryKey && link.columns.includes(name))
  )
}

/** Returns the inverse link in the related table, along the same reference. A has-many always has one. */
export function wayBack(related: Table, { link }: LinkColumn): LinkColumn | undefined {
  return related.virtualColumns.find(
    (column): column is LinkColumn =>
      column.kind === 'link' &&
      column.link.kind === 'belongsTo' &&
      column.link.columns.join('\n') === link.relatedColumns.join('\n') &&
      column.link.relatedColumns.join('\n') === link.columns.join('\n'),
  )
}

/** Returns links as columns of the grid. The row stores nothing of them. */
export function columnsOfLinks(table: Table): readonly Column[] {
  const known = linkColumns.get(table)
  if (known) return known
  const made = shownLinks(table).columns.map((link): Column => {
    const title = linkTitle(link, table)
    return { ...blankColumn, name: link.id, title, uiType: typeFor.link, generated: true }
  })
  linkColumns.set(table, made)
  return made
}

/** Returns the linked rows that a row was loaded with. */
export function linkedRows(row: Row, { key }: LinkColumn): readonly Row[] {
  const held = row[key]
  if (Array.isArray(held)) return held as Row[]
  return typeof held === 'object' && held !== null ? [held as Row] : []
}

/** Returns the label of a record: its name, or its key if it has none. The record that it belongs to isn't its name. */
export function recordLabel(table: Table, row: Row, reader: FormatOptions): string {
  const name = table.columns.find((column) => column.primaryValue)
  const named = name && textOf(name, row, reader)
  const key = keyColumns(table)
  const isReference = name !== undefined && shownLinks(table).references.has(name.name)
  if (named !== undefined && named.trim() !== '' && (!isReference || key.length === 0)) return named
  return key.map((column) => textOf(column, row, reader)).join(', ')
}

function textOf(column: Column, row: Row, reader: FormatOptions): string {
  return columnType(column.uiType).format(storedValue(row[column.title]), column, reader)
}

/** Data for drawing a link cell, serialized as JSON. */
export interface LinkCellValue {
  readonly labels: readonly string[]
  /** True if more records exist than were loaded. */
  readonly more: boolean
}
