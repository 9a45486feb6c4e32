import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { Filter, Sort } from '@common/query/tree'
import { effectiveSettings, engineFilter, tablesAsked, viewColumnsOf, visibleColumns } from '@common/views'
import { filterColumn } from '@common/views/filter-columns'
import type { ViewOrder } from '@common/views/settings'
import type { PartialViewSettings } from '@common/views/view'
import type { FilterReader } from '@common/views/filter-reader'

/** A view of a table with its settings for everyone. */
export interface NamedViewSettings {
  /** Empty for the table's own grid. */
  readonly title: string
  readonly settings: PartialViewSettings
}

/** Columns, filter and order of a view. */
export interface ViewRows {
  /** Names of stored columns and ids of virtual ones, in order. */
  readonly columns: readonly string[]
  readonly filter: Filter | undefined
  readonly sort: readonly Sort[]
}

/**
 * Finds a view by its exact title, else ignoring letter case if exactly one view matches. The name or title of the
 * table means the table's own grid.
 *
 * @throws AppError TABLE_VIEW_NOT_FOUND
 */
export function findView(
  views: readonly NamedViewSettings[],
  table: Table,
  name: string,
): Pick<NamedViewSettings, 'settings'> {
  const exact = views.find(({ title }) => title === name)
  if (exact !== undefined) return exact
  const own = views.find(({ title }) => title === '') ?? { settings: {} }
  if (name === '' || name === table.name || name === table.title) return own
  const alike = views.filter(({ title }) => title.toLowerCase() === name.toLowerCase())
  const [only] = alike
  if (only === undefined || alike.length > 1) throw new AppError('TABLE_VIEW_NOT_FOUND')
  return only
}

/** Returns the rows and columns of a view by its shared settings, without personal ones. */
export async function viewRows(
  { settings }: Pick<NamedViewSettings, 'settings'>,
  table: Table,
  reader: Omit<FilterReader, 'tables'>,
  tableNamed: (name: string) => Promise<Table | undefined>,
): Promise<ViewRows> {
  const effective = effectiveSettings({ settings, personal: null })
  const related = new Map<string, Table>()
  for (const name of tablesAsked(effective.filter, table)) {
    const found = await tableNamed(name)
    if (found !== undefined) related.set(name, found)
  }
  return {
    columns: visibleColumns(viewColumnsOf(table), effective).map(({ id }) => id),
    filter: engineFilter(effective.filter, table, { ...reader, tables: (name) => related.get(name) }),
    // Sorts by groups first, so that rows of a group are adjacent.
    sort: [...effective.groups, ...effective.sorts].flatMap((key) => sortOf(table, key)),
  }
}

/** Ignores sorts by dropped columns. */
function sortOf(table: Table, { column, descending }: ViewOrder): Sort[] {
  const title = filterColumn(table, column)?.title
  return title === undefined ? [] : [{ column: title, descending }]
}
