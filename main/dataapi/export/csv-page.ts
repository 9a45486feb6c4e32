import type { Table } from '@common/model'
import type { Principal } from '@common/principal'
import { conditionJson } from '@common/query/condition-json'
import { formatSort } from '@common/query/sort'
import type { Filter, Sort } from '@common/query/tree'
import type { Clock } from '@main/lib/clock'
import { guarded } from '@common/columns/values/formula-guard'
import { tableIndex } from '../plan/columns'
import { openTable, tablesOf } from '../plan/sights'
import type { DataApiPorts } from '../ports'
import { textOf } from './cells'
import { valuesLine } from './formats'
import { exportOptions } from './options'
import { openView } from './view'

/** What a script asks of one page (wire §8.1). */
export interface CsvPageAsked {
  readonly table: string
  readonly where?: string | undefined
  readonly sort?: string | undefined
  /** Titles of the only columns that are wanted. */
  readonly titles?: readonly string[] | undefined
  /** The only columns that may be shown, by name or id in their order; rows in that filter; and the default order. */
  readonly view?:
    | { readonly columns: readonly string[]; readonly filter: Filter | undefined; readonly sort: readonly Sort[] }
    | undefined
  readonly offset: number
}

export interface CsvPage {
  readonly text: string
  readonly table: Table
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined
}

export type CsvPages = (
  principal: Principal,
  projectId: string,
  asked: CsvPageAsked,
  signal: AbortSignal,
) => Promise<CsvPage>

/** A page is over after this time, or so many characters. */
const pageMs = 5_000
const pageCharacters = 8 * 1024 * 1024

/**
 * Rows of a table as CSV, page by page: every column, links by the names of their records. The first page alone has the
 * titles above.
 */
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
    // Both filters must hold: what a script asks for never goes beyond the view.
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

/** As views name them, without the table of pairs that stands behind a many-to-many. */
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
