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
import { localeTag, readerZone } from '@renderer/i18n'
import { useAfterFirstRows, useUsers } from '@renderer/stores'
import type { DataGridColumn } from '../painter/data-grid'
import { useSame } from '@renderer/ui'
import { useEffect, useMemo, useState } from 'react'
import { narrowedKey, useNarrowed } from './narrowed'

/** Which rows of a table its view wants, for the person who looks. */
export interface RowFilter {
  /** The same object until the day, the person or what is known of linked tables changes. */
  readonly reader: FilterReader
  /** The same object as long as it says the same; undefined when every row is wanted. */
  readonly filter: Filter | undefined
  /** The columns that it asks, by their names in views; the same object as long as they are. */
  readonly columns: ReadonlySet<string>
  /** A condition speaks of linked records whose table is not known yet: rows would be too many. */
  readonly isPending: boolean
}

export function useRowFilter(projectId: string, table: Table, group: ViewFilterGroup): RowFilter {
  const now = useToday()
  const email = useUsers((state) => state.user?.email ?? '')
  const wanted = useMemo(() => new Set(tablesAsked(group, table)), [group, table])
  const { tables, missing } = useLinkedTables(projectId, table, wanted)
  const reader = useMemo<FilterReader>(
    () => ({
      now,
      timeZone: readerZone(),
      locale: localeTag(),
      email,
      tables: (name) => (name === table.name ? table : tables.get(name)),
    }),
    [now, email, tables, table],
  )
  const narrowed = useNarrowed(({ tables: all }) => all[narrowedKey(projectId, table.name)])
  const asked = useMemo(
    () => (narrowed === undefined ? engineFilter(group, table, reader) : narrowed.filter),
    [narrowed, group, table, reader],
  )
  const filter = useSame(asked)
  const columns = useMemo(
    () => new Set(filteringColumns(group, table, reader).map(({ id }) => id)),
    [group, table, reader],
  )
  return { reader, filter, columns, isPending: [...wanted].some((name) => missing.has(name)) }
}

/** Says of columns whether rows are filtered by them. */
export const markFiltered =
  (filteredBy: ReadonlySet<string>) =>
  (column: DataGridColumn): DataGridColumn =>
    filteredBy.has(column.id) ? { ...column, filtered: true } : column

/**
 * The tables that links of a table lead to, by their names, and those that are still being fetched.
 *
 * @param wanted  those without which the rows cannot be asked for; the others come after the first rows
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

/** Words such as `today` mean another day after midnight: looked at each minute, while the window is open. */
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
