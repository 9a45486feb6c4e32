import type { Table } from '@common/model'
import type { Principal } from '@common/principal'
import { conditionJson } from '@common/query/condition-json'
import { formatSort } from '@common/query/sort'
import type { Filter, Sort } from '@common/query/tree'
import type { Clock } from '@main/lib/clock'
import { guarded } from '@common/columns/values/formula-guard'
import { valuesLine } from '@main/lib/values-line'
import { tableIndex } from '../plan/columns'
import { openTable, tablesOf } from '../plan/sights'
import type { DataApiPorts } from '../ports'
import { textOf } from './cells'
import { exportOptions } from './options'
import { openView } from './view'

/** A script's request for a page (wire §8.1). */
export interface CsvPageAsked {
  readonly table: string
  readonly where?: string | undefined
  readonly sort?: string | undefined
  /** Titles of the requested columns. */
  readonly titles?: readonly string[] | undefined
  /** Restrictions of a view: its columns by name or id in order, its filter, and its default sort. */
  readonly view?:
    | { readonly columns: readonly string[]; readonly filter: Filter | undefined; readonly sort: readonly Sort[] }
    | undefined
  readonly offset: number
}

export interface CsvPage {
  readonly text: string
  readonly table: Table
  /** Offset of the next page; undefined on the last one. */
  readonly next: number | undefined
}

export type CsvPages = (
  principal: Principal,
  projectId: string,
  asked: CsvPageAsked,
  signal: AbortSignal,
) => Promise<CsvPage>

/** A page ends after this time or size. */
const pageMs = 5_000
const pageCharacters = 8 * 1024 * 1024

/** Exports rows as CSV in pages: all columns, links by record names. Only the first page has headers. */
export function createCsvPages(ports: DataApiPorts, clock: Clock): CsvPages {
  return async (principal, projectId, { table: name, where, sort, titles, view, offset }, signal) => {
    const startedMs = clock.monotonicMs()
    const { table, database } = await openTable(ports, principal, projectId, name)
    const tableNamed = tablesOf(ports, principal, projectId)
    const query = new URLSearchParams({
      format: 'csv',
      columns: JSON.stringify(columnsOf(table, titles, view?.columns)),
    })
    if (where !== undefined) query.set('where', where)
    if (sort !== undefined) query.set('sort', sort)
    else if (view !== undefined && view.sort.length > 0) query.set('sort', formatSort(view.sort))
    // Both filters must hold, so that a script can't read beyond the view.
    if (view?.filter !== undefined) query.set('conditionGraph', JSON.stringify(conditionJson(view.filter)))
    const options = exportOptions(query)
    const source = await openView({ projectId, database, index: tableIndex(table), tableNamed, signal }, query, options)
    const { fields } = source
    let text =
      offset > 0
        ? ''
        : valuesLine(
            fields.map((field) => guarded(field.title)),
            ',',
          )
    let read = 0
    for await (const rows of source.batches()) {
      for (const row of rows.slice(Math.max(0, offset - read)))
        text += valuesLine(
          fields.map((field, at) => guarded(textOf(field, row[at] ?? null, options))),
          ',',
        )
      read += rows.length
      const isLong = text.length > pageCharacters || clock.monotonicMs() - startedMs > pageMs
      if (isLong && read > offset) return { text, table, next: read }
    }
    return { text, table, next: undefined }
  }
}

/** In the names of views, without junction tables. */
function columnsOf(
  table: Table,
  titles: readonly string[] | undefined,
  shown: readonly string[] | undefined,
): readonly string[] {
  const virtual = table.virtualColumns.filter((column) => column.kind !== 'link' || column.link.toAssociation !== true)
  const known = new Map([
    ...table.columns.map(({ name, title }) => [name, title] as const),
    ...virtual.map(({ id, title }) => [id, title] as const),
  ])
  return (shown ?? [...known.keys()]).filter((id) => {
    const title = known.get(id)
    return title !== undefined && (titles === undefined || titles.includes(title))
  })
}
