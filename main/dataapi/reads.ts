import { countTimeoutMs } from '@common/constants'
import { parseListQuery } from '@common/query/list-query'
import type { ListQuery } from '@common/query/tree'
import { Lru } from '@main/lib/lru'
import type { Database, ReadOptions } from '@main/db/database'
import type { TableIndex } from './columns'
import { compileByKey, compileCount, compileList, rowShape, withPage, type CompiledList } from './compile-read'
import { planList, shortOffsetRows } from './plan'
import type { TableSizes } from './table-sizes'

/** A read of one table of one project; the permission was checked. */
export interface ReadCall {
  readonly projectId: string
  readonly database: Database
  readonly index: TableIndex
  readonly signal: AbortSignal
}

type QueryText = Iterable<readonly [string, string]>

/** Reads, from query text to JSON bytes. */
export interface Reads {
  /** A JSON array of rows. */
  readonly list: (call: ReadCall, query: QueryText) => Promise<Uint8Array>
  /** The first row that a list would answer; nothing at all when there is none (wire §9.1). */
  readonly findOne: (call: ReadCall, query: QueryText) => Promise<Uint8Array>
  readonly count: (call: ReadCall, query: QueryText) => Promise<number>
  /** The row with this key, or `{}`. */
  readonly byKey: (call: ReadCall, key: readonly string[]) => Promise<Uint8Array>
  readonly exists: (call: ReadCall, key: readonly string[]) => Promise<boolean>
}

/** Lists compiled and kept per table, and the longest query text kept. */
const keptLists = 100
const keptTextLength = 2_000

/** A list ready to run but for its page. */
interface ReadyList {
  readonly query: ListQuery
  readonly compiled: CompiledList
  readonly bounded: boolean
}

export function createReads(sizes: TableSizes): Reads {
  // Per table as it is now: a schema change makes another table object, and forgets what was kept here.
  const kept = new WeakMap<TableIndex, Lru<string, ReadyList>>()

  const ready = ({ database, index }: ReadCall, query: QueryText): ReadyList => {
    const parameters = [...query]
    // A repeated question costs a look-up: only the page is read anew, and it is bound last.
    const key = JSON.stringify(parameters.filter(([name]) => !pageParameters.has(name)))
    const lists = kept.get(index) ?? new Lru<string, ReadyList>(keptLists)
    kept.set(index, lists)
    const known = lists.get(key)
    if (known) {
      const { page } = parseListQuery(parameters.filter(([name]) => pageParameters.has(name)))
      return { ...known, query: { ...known.query, page } }
    }
    const parsed = parseListQuery(parameters)
    const plan = planList(index, parsed, database.dialect.comparison)
    const list = { query: parsed, compiled: compileList(database.dialect, plan), bounded: plan.bounded }
    if (key.length <= keptTextLength) lists.set(key, list)
    return list
  }

  const options = async (call: ReadCall, bounded: boolean): Promise<ReadOptions> => ({
    signal: call.signal,
    lane: bounded || (await sizes.isSmall(call)) ? 'short' : 'long',
  })

  return {
    async list(call, query) {
      const { compiled, bounded, query: parsed } = ready(call, query)
      const short = bounded && parsed.page.offset <= shortOffsetRows
      return call.database.readJson(withPage(compiled, parsed.page), compiled.shape, await options(call, short))
    },

    async findOne(call, query) {
      const { compiled, bounded, query: parsed } = ready(call, query)
      return call.database.readJson(
        withPage(compiled, { ...parsed.page, limit: 1 }),
        compiled.firstShape,
        await options(call, bounded && parsed.page.offset <= shortOffsetRows),
      )
    },

    async count(call, query) {
      const { filter, search } = parseListQuery([...query].filter(([name]) => !orderParameters.has(name)))
      const rows = await call.database.read(compileCount(call.database.dialect, call.index, filter, search), {
        ...(await options(call, false)),
        timeoutMs: countTimeoutMs,
      })
      return Number(rows[0]?.[0] ?? 0)
    },

    byKey: (call, key) =>
      call.database.readJson(compileByKey(call.database.dialect, call.index, key), rowShape(call.index), {
        signal: call.signal,
        lane: 'short',
      }),

    async exists(call, key) {
      const { sql, params } = compileByKey(call.database.dialect, call.index, key)
      const rows = await call.database.read({ sql, params }, { signal: call.signal, lane: 'short' })
      return rows.length > 0
    },
  }
}

const pageParameters: ReadonlySet<string> = new Set(['limit', 'l', 'offset', 'o'])
/** Of no meaning to a count: a caller may send the whole query of its list. */
const orderParameters: ReadonlySet<string> = new Set([...pageParameters, 'sort', 's', 'fields', 'f'])
