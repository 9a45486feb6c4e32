import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import {
  engineFilter,
  filterColumns,
  filteringColumns,
  tablesAsked,
  type FilterReader,
  type ViewFilterGroup,
} from '@common/views'
import { useTablesNamed } from '@renderer/features/tables'
import { pageReader } from '@renderer/i18n'
import { useAfterFirstRows, useUsers } from '@renderer/stores'
import type { DataGridColumn } from '../painter/data-grid'
import { useSame } from '@renderer/ui'
import { useEffect, useMemo, useState } from 'react'
import { narrowedKey, useNarrowed } from './narrowed'

/** The row filter of a view, for the current user. */
export interface RowFilter {
  /** The same object until the day, the user, the language or the known linked tables change. */
  readonly reader: FilterReader
  /** The same object while unchanged; undefined if every row matches. */
  readonly filter: Filter | undefined
  /** The filtered columns, by their names in views; the same object while unchanged. */
  readonly columns: ReadonlySet<string>
  /**
   * True while a condition on linked records needs a table that isn't loaded yet. Without it, too many rows would
   * match.
   */
  readonly isPending: boolean
}

export function useRowFilter(projectId: string, table: Table, group: ViewFilterGroup): RowFilter {
  const now = useToday()
  const email = useUsers((state) => state.user?.email ?? '')
  const wanted = useMemo(() => new Set(tablesAsked(group, table)), [group, table])
  const { tables, missing } = useLinkedTables(projectId, table, wanted)
  const page = pageReader()
  const reader = useMemo<FilterReader>(
    () => ({ ...page, now, email, tables: (name) => (name === table.name ? table : tables.get(name)) }),
    [page, now, email, tables, table],
  )
  const narrowed = useNarrowed(({ tables: all }) => all[narrowedKey(projectId, table.name)])
  const asked = useMemo(
    () => (narrowed === undefined ? engineFilter(group, table, reader) : narrowed.filter),
    [narrowed, group, table, reader],
  )
  const filter = useSame(asked)
  // The reader changes when linked tables arrive. The columns seldom do, and other ones draw the grid again.
  const filtering = useSame(
    useMemo(() => filteringColumns(group, table, reader).map(({ id }) => id), [group, table, reader]),
  )
  const columns = useMemo(() => new Set(filtering), [filtering])
  return { reader, filter, columns, isPending: [...wanted].some((name) => missing.has(name)) }
}

/** Marks the columns that filter the rows. */
export const markFiltered =
  (filteredBy: ReadonlySet<string>) =>
  (column: DataGridColumn): DataGridColumn =>
    filteredBy.has(column.id) ? { ...column, filtered: true } : column

/**
 * Returns the tables that links of a table lead to, by name, and those still loading.
 *
 * @param wanted  tables that the row query needs; the others load after the first rows
 */
function useLinkedTables(
  projectId: string,
  table: Table,
  wanted: ReadonlySet<string>,
): { readonly tables: ReadonlyMap<string, Table>; readonly missing: ReadonlySet<string> } {
  const isTime = useAfterFirstRows()
  const names = useMemo(
    () =>
      [...new Set(filterColumns(table).flatMap(({ link }) => (link ? [link.link.relatedTable] : [])))].filter(
        (name) => name !== table.name,
      ),
    [table],
  )
  return useTablesNamed(projectId, names, (name) => isTime || wanted.has(name))
}

/**
 * Returns the current day. Words such as `today` change their meaning at midnight, so it checks each minute while the
 * window is open.
 */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow((before) => (before.toDateString() === new Date().toDateString() ? before : new Date()))
    }, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
