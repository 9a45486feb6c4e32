import { hasRole, isLinkType } from '@common/columns/questions'
import { moved } from '@common/util/moved'
import { columnType } from '@common/columns/registry'
import { isTextKey } from '@common/columns/values/keys'
import type { Column, Table } from '@common/model'
import type { ViewOrder, ViewSettings } from '@common/views'
import { ownValue } from '@common/util/own-value'
import { computedInfo, valueColumns } from './computed-columns'
import type { DataGridColumn } from '../painter/data-grid'
import { columnsOfLinks, shownLinks, takesRecords } from '../links/linked'

/** The user's column settings of one table on this computer. */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, number>>
  /** Column names in display order. Other columns follow. */
  readonly order: readonly string[]
}

export const columnWidthMin = 40
export const columnWidthMax = 800
export const columnWidthDefault = 160

/** Returns the default width of a column: it suits the type, and shows the whole title if it is short. */
function defaultWidth(column: Column): number {
  return Math.max(typeWidth(column), Math.min(190, 44 + column.title.length * 7))
}

/** Room for a name or two. */
function linkWidth(column: Column): number {
  return Math.max(hasRole(column, 'reference') ? 160 : 200, Math.min(220, 44 + column.title.length * 7))
}

function typeWidth(column: Column): number {
  if (column.primaryValue) return 220
  const { display, unit } = columnType(column.uiType)
  if (unit === 'years' || hasRole(column, 'key', 'reference')) return 92
  if (display === 'checkbox') return 84
  if (display === 'rating') return Math.max(108, 16 + 13 * (column.options.max ?? 0))
  if (display === 'number' || display === 'percent') return 108
  if (display === 'date' || display === 'time') return 124
  // The time zone follows the time.
  if (display === 'dateTime' && column.options.timeZone !== undefined) return 208
  if (display === 'longText' || display === 'link' || display === 'person') return 220
  return columnWidthDefault
}

/** Columns in the order shown: the record's name first, then as chosen, then as the table has them. */
export function orderedColumns(table: Table, order: readonly string[]): Column[] {
  const place = (column: Column): number => {
    if (column.primaryValue) return -1
    const at = order.indexOf(column.name)
    return at < 0 ? order.length : at
  }
  return [...valueColumns(table), ...columnsOfLinks(table)].toSorted((a, b) => place(a) - place(b))
}

/** Returns a column of the grid by its database name or virtual id. */
export function columnNamed(table: Table, name: string): Column | undefined {
  return [...valueColumns(table), ...columnsOfLinks(table)].find((column) => column.name === name)
}

/** Why a whole table cannot be edited; undefined when it can. Visitors read a shared view. */
export type ReadOnlyReason = 'role' | 'view' | 'query' | 'noKey' | 'visitor'

export function readOnlyReason(table: Table, mayUpdate: boolean): ReadOnlyReason | undefined {
  if (table.isQuery === true) return 'query'
  if (table.type === 'view') return 'view'
  if (table.primaryKey.length === 0) return 'noKey'
  return mayUpdate ? undefined : 'role'
}

export function isEditableColumn(column: Column): boolean {
  const type = columnType(column.uiType)
  return type.writable && type.editor !== 'none' && !column.generated
}

/** True unless access rules make a column read-only, by its name or id. */
export const mayWrite = ({ rights }: Table, name: string): boolean => rights?.readOnly.includes(name) !== true

export function gridColumns(
  table: Table,
  settings: Pick<ViewSettings, 'widths' | 'order' | 'hidden' | 'sorts'>,
  readOnly: boolean,
): DataGridColumn[] {
  const { references, columns: links } = shownLinks(table)
  const hidden = new Set(settings.hidden)
  // The record's name is always visible, because rows without it look alike.
  const shown = orderedColumns(table, settings.order).filter(
    ({ name, primaryValue }) => primaryValue || !hidden.has(name),
  )
  return shown.map((column) => {
    const type = columnType(column.uiType)
    const link = references.get(column.name) ?? links.find(({ id }) => id === column.name)
    const computed = computedInfo(column)
    const sorted = settings.sorts.find((key) => key.column === column.name)
    return {
      id: column.name,
      title: column.title,
      width: ownValue(settings.widths, column.name) ?? (link ? linkWidth(column) : defaultWidth(column)),
      column,
      display: link ? 'records' : computed?.item ? 'chips' : type.display,
      align: link || isTextKey(column) ? 'start' : type.align,
      sort: sorted && (sorted.descending ? 'descending' : 'ascending'),
      editable: !readOnly && isEditableColumn(column) && mayWrite(table, column.name),
      ...(computed && { computed }),
      ...(link && { link, adds: !readOnly && takesRecords(link, table) && mayWrite(table, link.id) }),
    }
  })
}

/** Share of the grid's width that frozen columns may take, so that the others stay visible. */
const frozenShareMax = 0.7

/** Leading columns that can stay: as many as are wanted, and as leave room for the others. */
export function frozenColumns(columns: readonly DataGridColumn[], wanted: number, gridWidth = Infinity): number {
  const room = gridWidth === 0 ? Infinity : gridWidth * frozenShareMax
  let width = 0
  let count = 0
  for (const column of columns.slice(0, wanted)) {
    width += column.width
    if (width > room) break
    count += 1
  }
  return count
}

/** The order after a column was dragged; the record's name stays first. */
export function movedOrder(columns: readonly DataGridColumn[], from: number, to: number): string[] {
  return moved(
    columns.map(({ id }) => id),
    from,
    to,
  )
}

/** Returns the order with a new column beside another one. */
export function orderWith(
  table: Table,
  order: readonly string[],
  added: string,
  place: { readonly beside: string; readonly side: 'left' | 'right' },
): string[] {
  const names = orderedColumns(table, order)
    .map((column) => column.name)
    .filter((name) => name !== added)
  const at = names.indexOf(place.beside)
  names.splice(at < 0 ? names.length : at + (place.side === 'right' ? 1 : 0), 0, added)
  return names
}

/** Returns the columns that can be sorted: all but lists of linked records. */
export const isSortable = ({ column }: DataGridColumn): boolean => !isLinkType(column)

/** A click on a header: ascending, descending, then as stored. */
export function nextSort(sorts: readonly ViewOrder[], column: string): ViewOrder[] {
  const [only] = sorts
  if (sorts.length !== 1 || only?.column !== column) return [{ column, descending: false }]
  return only.descending ? [] : [{ column, descending: true }]
}
