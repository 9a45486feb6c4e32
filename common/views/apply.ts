import { hasRole } from '@common/columns/questions'
import type { Table } from '@common/model'
import { plainSettings, type ViewSettings } from './settings'
import type { UiType } from '../columns/ui-types'
import type { PartialViewSettings, View, ViewKind } from './view'

/** What somebody sees: what they chose for themselves stands before what is there for everyone. */
export function effectiveSettings({ settings, personal }: Pick<View, 'settings' | 'personal'>): ViewSettings {
  return { ...plainSettings, ...settings, ...personal }
}

/** Anything that a view can show as a column: `DataGridColumn` of the grid is one. */
export interface ViewColumn {
  readonly id: string
  /** The record's name: always shown, and first. */
  readonly primary: boolean
}

/** Columns of a table by the names that views have for them: stored ones first, as they stand in the table. */
export function viewColumnsOf(table: Pick<Table, 'columns' | 'virtualColumns'>): ViewColumn[] {
  const named = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  return [
    ...table.columns.map((column) => ({ id: column.name, primary: column === named })),
    ...table.virtualColumns.map(({ id }) => ({ id, primary: false })),
  ]
}

/**
 * Columns in the order of a view, hidden ones among them: the record's name comes first, those that the view does not
 * name follow as they stand.
 */
export function orderedColumns<T extends ViewColumn>(
  columns: readonly T[],
  { order }: Pick<ViewSettings, 'order'>,
): T[] {
  const place = new Map(order.map((id, at) => [id, at]))
  const rank = ({ id, primary }: T): number => (primary ? -1 : (place.get(id) ?? order.length))
  return columns
    .map((column, at) => ({ column, at }))
    .toSorted((left, right) => rank(left.column) - rank(right.column) || left.at - right.at)
    .map(({ column }) => column)
}

/** The columns that a view shows, in its order. */
export function visibleColumns<T extends ViewColumn>(
  columns: readonly T[],
  settings: Pick<ViewSettings, 'order' | 'hidden'>,
): T[] {
  const hidden = new Set(settings.hidden)
  return orderedColumns(columns, settings).filter(({ id, primary }) => primary || !hidden.has(id))
}

/** How many columns of these a view hides. */
export function hiddenCount(columns: readonly ViewColumn[], { hidden }: Pick<ViewSettings, 'hidden'>): number {
  return columns.filter(({ id, primary }) => !primary && hidden.includes(id)).length
}

/**
 * Whether views of a kind are made without a column: a number that the database counts says nothing on a card, where no
 * field has its title. Nobody has hidden it, so it does not count as hidden.
 */
export const isHiddenByKind = (kind: ViewKind, column: { uiType: UiType; primary: boolean }): boolean =>
  (kind === 'gallery' || kind === 'kanban') && hasRole(column, 'key') && !column.primary

/** The parts of a patch that change something. */
export function changedKeys(before: PartialViewSettings, patch: PartialViewSettings): (keyof ViewSettings)[] {
  return (Object.keys(patch) as (keyof ViewSettings)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(patch[key]),
  )
}
