import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { conditionsOf, conditionState, engineFilter, tablesAsked, type ViewFilterGroup } from '@common/views'
import type { TableLookups } from '@main/features/tables'
import type { StoredShare } from './repository'

/**
 * Returns the filter of a link; 'open' if a condition doesn't apply any more, so that it would show too much.
 *
 * @param groups  filters of the view and of the link, which both apply
 * @param lookups  find all tables, because the filter of a view may use hidden ones
 */
export async function shareFilter(
  { projectId, timeZone, locale }: Pick<StoredShare, 'projectId' | 'timeZone' | 'locale'>,
  groups: readonly ViewFilterGroup[],
  { table, lookups, now }: { readonly table: Table; readonly lookups: Pick<TableLookups, 'named'>; readonly now: Date },
): Promise<Filter | undefined | 'open'> {
  const group: ViewFilterGroup = { join: 'and', filters: groups }
  const related = new Map<string, Table>()
  for (const name of tablesAsked(group, table)) {
    const found = await lookups.named(projectId, name)
    if (found !== undefined) related.set(name, found)
  }
  const reader = { now, timeZone, locale, email: '', tables: (name: string) => related.get(name) }
  const states = conditionsOf(group).map((condition) => conditionState(condition, table, reader))
  return states.some((state) => state === 'gone' || state === 'unfit') ? 'open' : engineFilter(group, table, reader)
}
