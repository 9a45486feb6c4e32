import type { FormatOptions } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Table } from '@common/model'
import { columnsToFill } from '../drafts/draft-row'
import { jsonValue, type Row } from '../rows/row-key'
import type { LinkColumn } from './linked'

/** The possible actions for a name that no record has. */
export type NewRecord =
  | { readonly kind: 'values'; readonly values: Row }
  /** Titles of columns that a record must have besides its name. */
  | { readonly kind: 'needs'; readonly titles: readonly string[] }

/** Returns a new record with this name; undefined if a text can't name records of the table. */
export function newRecord(
  related: Table,
  column: LinkColumn,
  text: string,
  reader: FormatOptions,
): NewRecord | undefined {
  const label = related.columns.find(({ primaryValue }) => primaryValue)
  if (label === undefined || text === '' || related.type !== 'table') return undefined
  const type = columnType(label.uiType)
  if (!type.writable || label.generated || label.autoIncrement) return undefined
  const parsed = type.parseText(text, label, reader)
  if (!parsed.ok) return undefined
  const given = new Set([label.name, ...(column.link.kind === 'hasMany' ? column.link.relatedColumns : [])])
  const titles = columnsToFill(related).flatMap(({ name, title }) => (given.has(name) ? [] : [title]))
  return titles.length === 0
    ? { kind: 'values', values: { [label.title]: jsonValue(parsed.value) } }
    : { kind: 'needs', titles }
}
