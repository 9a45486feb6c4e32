import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parsePage } from '@common/query/page'
import { parseListQuery } from '@common/query/list-query'
import { computedOf, hasComputed } from '@main/db/computed'
import type { ReadOptions } from '@main/db/database'
import { compileRowWriter } from '@main/db/json-rows'
import { compileList, jsonShape, withPage } from '../compile/read'
import { planList } from '../plan/plan'
import { resolveRelated } from '../plan/related'
import { exactPlaces } from '../rows/row-statements'
import { openWalk } from '../walk'
import type { ReadCall } from '../run/read-call'

/** The rows of an export in batches, so that memory holds one at a time. */
export interface ExportSource {
  readonly columns: readonly Column[]
  readonly batches: () => AsyncGenerator<readonly (readonly StoredValue[])[]>
  readonly json: (rows: readonly (readonly StoredValue[])[]) => Promise<readonly string[]>
}

/** Rows per batch: more if each batch has to sort the table again. */
const batchRows = { bounded: 1_000, sorted: 20_000 }
/** Number of rows whose linked rows are read together. */
const linkedAtOnce = 1_000

/**
 * @param links  true to include linked rows
 * @param asStored  true to keep the stored number type: a number in an untyped column of SQLite stays floating point
 * @throws AppError COLUMN_NOT_FOUND, FILTER_*, QUERY_PARAMETER_INVALID
 */
export async function openSource(
  call: ReadCall,
  query: URLSearchParams,
  { links, asStored = false }: { readonly links: boolean; readonly asStored?: boolean },
): Promise<ExportSource> {
  const refused = ['offset', 'o', 'after'].find((name) => query.has(name))
  if (refused !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: refused })
  const text = query.get('limit') ?? query.get('l') ?? undefined
  const most = { rows: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER }
  const { limit } = parsePage(text, undefined, most)
  const { index } = call
  const isKeyed = index.key.length > 0 || index.table.rowId !== null
  return isKeyed ? walked(call, query, limit, { links, asStored }) : counted(call, query, limit, asStored)
}

async function walked(
  call: ReadCall,
  query: URLSearchParams,
  limit: number,
  { links, asStored }: { readonly links: boolean; readonly asStored: boolean },
): Promise<ExportSource> {
  const walk = await openWalk(call, query, links)
  const size = walk.bounded ? batchRows.bounded : batchRows.sorted
  return {
    columns: walk.columns,
    async *batches() {
      let position: readonly StoredValue[] | undefined
      for (let left = limit; left > 0;) {
        const wanted = Math.min(size, left)
        const rows = await walk.rows(position, wanted, { asStored })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (rows.length < wanted || last === undefined) return
        position = walk.positionOf(last)
        left -= rows.length
      }
    },
    async json(rows) {
      const parts: string[] = []
      for (let at = 0; at < rows.length; at += linkedAtOnce)
        parts.push(...(await walk.json(rows.slice(at, at + linkedAtOnce))))
      return parts
    },
  }
}

/** Views have no key. The order uses all columns, so that only equal rows can swap. */
async function counted(
  call: ReadCall,
  query: URLSearchParams,
  limit: number,
  asStored: boolean,
): Promise<ExportSource> {
  const { database, index, tableNamed, signal } = call
  const { dialect } = database
  const parsed = parseListQuery(query)
  await resolveRelated(dialect, index, parsed.filter, tableNamed)
  const computed = hasComputed(index.table) ? await computedOf(dialect, index.table, tableNamed) : undefined
  const all = index.table.columns.map(({ title }) => ({ column: title, descending: false }))
  const plan = planList(index, { ...parsed, sort: [...parsed.sort, ...all] }, dialect.comparison, computed)
  const compiled = compileList(dialect, plan)
  const write = compileRowWriter({ ...jsonShape(plan.columns), single: true })
  return {
    columns: plan.columns,
    async *batches() {
      for (let offset = 0; offset < limit;) {
        const page = { limit: Math.min(batchRows.sorted, limit - offset), offset }
        const read: ReadOptions = { signal, lane: 'long', asStored: asStored ? exactPlaces(plan.columns) : [] }
        const rows = await database.read(withPage(compiled, page), read)
        if (rows.length > 0) yield rows
        if (rows.length < page.limit) return
        offset += rows.length
      }
    },
    json: (rows) => Promise.resolve(rows.map((row) => write([row], true) ?? '{}')),
  }
}
