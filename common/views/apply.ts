import { hasRole } from '@common/columns/questions'
import type { Table } from '@common/model'
import { plainSettings, type ViewSettings } from './settings'
import type { UiType } from '../columns/ui-types'
import type { PartialViewSettings, View, ViewKind } from './view'

/** Returns the settings that apply to one person: personal settings override shared ones. */
export function effectiveSettings({ settings, personal }: Pick<View, 'settings' | 'personal'>): ViewSettings {
  return { ...plainSettings, ...settings, ...personal }
}

/** Anything that a view can show as a column, such as the grid's `DataGridColumn`. */
export interface ViewColumn {
  readonly id: string
  /** True for the column that names the record. It is always visible and comes first. */
  readonly primary: boolean
}

/** Returns the columns of a table as views name them: stored columns first, in table order. */
export function viewColumnsOf(table: Pick<Table, 'columns' | 'virtualColumns'>): ViewColumn[] {
  const named = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  return [
    ...table.columns.map((column) => ({ id: column.name, primary: column === named })),
    ...table.virtualColumns.map(({ id }) => ({ id, primary: false })),
  ]
}

/**
 * Returns columns in the order of a view, including hidden ones. The naming column comes first; columns that the view
 * doesn't mention follow in table order.
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

/** Returns the visible columns of a view, in its order. */
export function visibleColumns<T extends ViewColumn>(
  columns: readonly T[],
  settings: Pick<ViewSettings, 'order' | 'hidden'>,
): T[] {
  const hidden = new Set(settings.hidden)
  return orderedColumns(columns, settings).filter(({ id, primary }) => primary || !hidden.has(id))
}

/** Counts the given columns that a view hides. */
export function hiddenCount(columns: readonly ViewColumn[], { hidden }: Pick<ViewSettings, 'hidden'>): number {
  return columns.filter(({ id, primary }) => !primary && hidden.includes(id)).length
}

/**
 * True if new views of a kind omit a column. Generated keys carry no information on cards, unless they name the record.
 * Such columns don't count as hidden, because no user hid them.
 */
export const isHiddenByKind = (kind: ViewKind, column: { uiType: UiType; primary: boolean }): boolean =>
  (kind === 'gallery' || kind === 'kanban') && hasRole(column, 'key') && !column.primary

/** Returns the keys of a patch that change a value. */
export function changedKeys(before: PartialViewSettings, patch: PartialViewSettings): (keyof ViewSettings)[] {
  return (Object.keys(patch) as (keyof ViewSettings)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(patch[key]),
  )
}
