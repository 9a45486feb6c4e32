import { wholeOf, type SightedTable } from '@common/principal/sight'
import { followOptions, followSettings } from '@common/views/follow'
import type { PartialViewSettings, ViewOptions } from '@common/views'

/** Settings of a view that name columns. */
interface NamingColumns {
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
}

/** True if columns of a table are hidden. */
export function hidesColumns(table: SightedTable): boolean {
  const { columns, virtualColumns } = wholeOf(table)
  return columns.length !== table.columns.length || virtualColumns.length !== table.virtualColumns.length
}

/** Returns a view as a principal sees its table: hidden columns don't exist in its settings. */
export function seenView<T extends NamingColumns>(view: T, table: SightedTable): T {
  if (!hidesColumns(table)) return view
  const seen = seenName(table)
  return { ...view, settings: followSettings(view.settings, seen), options: followOptions(view.options, seen) }
}

/** Returns settings as a principal sees the table. */
export const seenSettings = (settings: PartialViewSettings, table: SightedTable): PartialViewSettings =>
  hidesColumns(table) ? followSettings(settings, seenName(table)) : settings

function seenName(table: SightedTable): (column: string) => string | undefined {
  const namesOf = ({ columns, virtualColumns }: Pick<SightedTable, 'columns' | 'virtualColumns'>): Set<string> =>
    new Set([...columns.map(({ name }) => name), ...virtualColumns.map(({ id }) => id)])
  const [all, seen] = [namesOf(wholeOf(table)), namesOf(table)]
  return (column) => (all.has(column) && !seen.has(column) ? undefined : column)
}
