import type { Message } from '@common/messages'
import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import { computedOf, hasComputed, isComputed } from '@main/db/computed'
import { linksOf, type LinkColumn } from '../nested/ends'
import type { ExportOptions } from './options'
import { recordName, referenceIn } from './names'
import type { ReadCall } from '../run/read-call'

/** A column of an exported file. */
export interface ExportField {
  readonly title: string
  /** Describes its values; for lists, their elements. */
  readonly column: Column
  readonly kind: 'stored' | 'computed' | 'list' | 'names'
  /** Why it has no values. */
  readonly problem?: Message
  /** Source of record names. */
  readonly link?: { readonly column: LinkColumn; readonly table: Table }
}

/** A value of an exported file; names of linked records are a list of texts. */
export type ExportValue = StoredValue | readonly string[]

/**
 * Returns the visible fields of a view, in order, without those that the caller may not read.
 * @throws AppError COLUMN_NOT_FOUND
 */
export async function fieldsOf(call: ReadCall, ids: readonly string[], options: ExportOptions): Promise<ExportField[]> {
  const { index, database, tableNamed } = call
  const { table } = index
  const computed = hasComputed(table) ? await computedOf(database.dialect, table, tableNamed) : undefined
  const links = linksOf(index)
  const namesBy = async (column: Column, link: LinkColumn): Promise<ExportField | undefined> => {
    const related = await tableNamed(link.link.relatedTable)
    return related && { title: column.title, column, kind: 'names', link: { column: link, table: related } }
  }
  const fieldOf = async (id: string): Promise<ExportField> => {
    const stored = index.byName.get(id)
    if (stored !== undefined) {
      const reference = options.shown ? referenceIn(table, stored) : undefined
      return (reference && (await namesBy(stored, reference))) ?? storedField(stored)
    }
    const virtual = computed?.columns.find((column) => column.computed.id === id)
    if (virtual !== undefined) return valueField(virtual)
    const link = links.find((column) => column.id === id)
    const title = link?.title ?? table.virtualColumns.find((column) => column.id === id)?.title
    if (title === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: id.slice(0, 200), table: table.title })
    const column: Column = { ...blankColumn, name: id, title, uiType: typeFor.link, generated: true }
    // A link to a dropped table is an empty column.
    return (link && (await namesBy(column, link))) ?? { title, column, kind: 'names' }
  }
  return Promise.all(ids.filter((id) => index.leftOut?.has(id) !== true).map(fieldOf))
}

const storedField = (column: Column): ExportField => ({ title: column.title, column, kind: 'stored' })

/** Returns the field of a column with values. */
export function valueField(column: Column): ExportField {
  if (!isComputed(column)) return storedField(column)
  const { many, problem } = column.computed
  const shown = many === undefined ? column : { ...many.item, title: column.title }
  return {
    title: column.title,
    column: shown,
    kind: many === undefined ? 'computed' : 'list',
    ...(problem !== undefined && { problem }),
  }
}

/** Returns the names of a row's linked records. */
export function namesIn(row: Readonly<Record<string, unknown>>, field: ExportField, reader: FormatOptions): string[] {
  const { link } = field
  if (link === undefined) return []
  const held = row[link.column.key]
  const rows = Array.isArray(held) ? held : typeof held === 'object' && held !== null ? [held] : []
  return rows.map((each) => recordName(link.table, each as Readonly<Record<string, unknown>>, reader))
}
