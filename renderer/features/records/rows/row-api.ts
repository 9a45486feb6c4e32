import { countTimeoutMs, pageRowsMax } from '@common/constants'
import type { Table } from '@common/model'
import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import { conditionJson } from '@common/query/condition-json'
import type { Filter, Sort } from '@common/query/tree'
import { effectiveSettings, type View } from '@common/views'
import type { RowChangeInput } from '@common/operations/rows'
import { client, data } from '@renderer/api'
import type { RowChange } from '@renderer/stores'
import { sortedBy } from '../session/sorted-by'
import { segmentOf } from '../links/link-api'
import { linkParameters, shownLinks } from '../links/linked'
import { earlyRows, requestEarlyRows } from './early-rows'
import type { Row } from './row-key'
import type { RowSource } from './row-source'
import { recordedRowApi, type PlainRowApi } from '../undo/recorded-rows'
import type { RowApi } from './types'

/** The query for the rows of a view. */
export interface RowQuery {
  readonly sort: readonly Sort[]
  readonly search: string
  readonly filter?: Filter | undefined
  /** The filter isn't resolved yet; no request is sent until it is. */
  readonly isPending?: boolean
  /** Titles of the columns to fetch; undefined fetches all. */
  readonly fields?: readonly string[]
  /** The order begins with columns that the rows are grouped by. */
  readonly isGrouped?: boolean
}

/** Returns the parameters that select rows: for lists, counts, groups and aggregates. */
export function rowFilter({ search, filter }: Pick<RowQuery, 'search' | 'filter'>): Readonly<Record<string, string>> {
  return {
    ...(search !== '' && { search }),
    ...(filter !== undefined && { conditionGraph: JSON.stringify(conditionJson(filter)) }),
  }
}

/** Returns the parameters of a page of rows, without its offset. */
function pageQuery(table: Table, query: RowQuery): Readonly<Record<string, string | number | undefined>> {
  const order = query.sort.length === 0 ? {} : { sort: formatSort(query.sort) }
  const fields = query.fields === undefined ? {} : { fields: formatNameList(query.fields) }
  return { ...linkParameters(shownLinks(table)), ...order, ...rowFilter(query), ...fields }
}

/** Rows and their number through the project's REST API. */
export function restRowSource(projectId: string, table: Table, query: RowQuery): RowSource {
  if (query.isPending === true) return waitingSource
  const parameters = pageQuery(table, query)
  const page = (offset: number, limit: number, signal: AbortSignal): Promise<Row[]> =>
    data.call<Row[]>(projectId, [table.title], { query: { limit, offset, ...parameters }, signal })
  return {
    rows: async (offset, limit, signal) => {
      // Splits requests above the server's page limit.
      const parts = Array.from({ length: Math.ceil(limit / pageRowsMax) }, (_, at) => at * pageRowsMax)
      const rows = await Promise.all(parts.map((at) => page(offset + at, Math.min(pageRowsMax, limit - at), signal)))
      return rows.length === 1 && rows[0] ? rows[0] : rows.flat()
    },
    count: (signal) => countWithin(projectId, table.title, rowFilter(query), signal),
    early: () => earlyRows(projectId, table, parameters),
    ...(query.isGrouped === true && { isGrouped: true }),
  }
}

/**
 * Requests the first rows of a table that may open next, in its own grid. Only of a table without filters and groups,
 * which take long in a large one.
 *
 * @returns true if its rows are there
 */
export async function expectRows(projectId: string, table: Table, views: readonly View[]): Promise<boolean> {
  const own = views.find(({ id }) => id === undefined)
  const { sorts, groups, filter } = effectiveSettings(own ?? { settings: {}, personal: null })
  if (table.type !== 'table' || groups.length > 0 || filter.filters.length > 0) return false
  const query = { sort: sortedBy(table, sorts), search: '' }
  const { rows, early } = restRowSource(projectId, table, query)
  await requestEarlyRows(projectId, table, pageQuery(table, query), (limit, signal) => rows(0, limit, signal))
  return early?.() !== undefined
}

/** Never resolves; rejects when the caller aborts. */
const waiting = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up', { cause: signal.reason })))
  })
const waitingSource: RowSource = {
  rows: (_offset, _limit, signal) => waiting(signal),
  count: waiting,
}

/** S1 §7: aborts a count after ten seconds and treats it as infinite. */
async function countWithin(
  projectId: string,
  table: string,
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const timeout = AbortSignal.timeout(countTimeoutMs)
  try {
    const answer = await data.call<{ readonly count: number | string }>(projectId, [table, 'count'], {
      query: filter,
      signal: AbortSignal.any([signal, timeout]),
    })
    return Number(answer.count)
  } catch (error) {
    if (timeout.aborted && !signal.aborted) return Infinity
    throw error
  }
}

/** Returns the cache key of a table's row count (TanStack Query). */
export function rowCountKey(projectId: string, table: string): readonly unknown[] {
  return ['rowCount', projectId, table]
}

/**
 * Returns the number of rows of a table, or of those that match a filter; Infinity if counting takes longer than ten
 * seconds.
 *
 * @param table  title of the table
 */
export function countRowsOf(projectId: string, table: string, signal: AbortSignal, filter?: Filter): Promise<number> {
  return countWithin(projectId, table, rowFilter({ search: '', filter }), signal)
}

/** Maximum length of the guard in a URL that also holds the rest, even if each character takes nine. */
const expectLengthMax = 1_000

/** Writes through the project's REST API. Each write is undoable. */
export function restRowApi(projectId: string, table: Table): RowApi {
  return recordedRowApi(projectId, table, plainRowApi(projectId, table))
}

/** Returns a change as `rowsApply` takes it. */
export function changeInput(table: string, change: RowChange): RowChangeInput {
  if (change.kind === 'create') return { kind: 'create', table, values: change.values }
  const { kind, rowId, expected } = change
  return kind === 'delete' ? { kind, table, rowId, expected } : { kind, table, rowId, expected, values: change.values }
}

function plainRowApi(projectId: string, table: Table): PlainRowApi {
  const id = (row: Row): { readonly encoded: string } => segmentOf(table, row)
  return {
    read: (row) => data.call<Row>(projectId, [table.title, id(row)], { query: linkParameters(shownLinks(table)) }),
    update: (row, changes, expected, onChange) => {
      const expect = expected === undefined ? undefined : JSON.stringify(expected)
      return data.call<Row>(projectId, [table.title, id(row)], {
        method: 'PUT',
        // A guard that is too long for a URL is omitted.
        query: expect === undefined || expect.length > expectLengthMax ? {} : { expect },
        body: changes,
        onChange,
      })
    },
    updateMany: async (rows, onChange) => {
      await data.call(projectId, [table.title, 'bulk'], { method: 'PUT', body: rows, onChange })
    },
    create: (values, id, onChange) =>
      data.call<Row>(projectId, [table.title], {
        method: 'POST',
        body: values,
        ...(id && { idempotencyKey: id }),
        onChange,
      }),
    apply: ({ id, changes, anyway }, onChange) => {
      const list = changes.map((change) => changeInput(table.name, change))
      return client.call('rowsApply', { id, changes: list, anyway }, { projectId, silent: true, onChange })
    },
  }
}

/** Returns a new record's id as a valid header value: ids of older versions contain blanks. */
export const idempotencyKey = (id: string): string => id.replaceAll(' ', '-')

/** Returns the header value for the record that a link change makes, from the id of the change. */
export const recordKeyOf = (id: string): string => `${idempotencyKey(id)}-record`
