import type { StoredValue } from '@common/columns/column-type'
import { countTimeoutMs } from '@common/constants'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parseListQuery } from '@common/query/list-query'
import { parseNested, type NestedQuery } from '@common/query/nested'
import type { Filter, ListQuery, Page } from '@common/query/tree'
import { Lru } from '@main/lib/lru'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import type { Database, JsonShape, ReadOptions, Statement } from '@main/db/database'
import { readLines } from '@main/db/json-rows'
import type { TableIndex } from '../plan/columns'
import { createResponseCache } from './response-cache'
import { createOrderCache } from './order-cache'
import {
  compileByKey,
  compileKeys,
  compileCount,
  compileList,
  compileRows,
  jsonShape,
  rowShape,
  wholeRow,
  withPage,
  type CompiledList,
} from '../compile/read'
import { hasSteadyRows } from '../compile/filter'
import { readPage, type ClientOutput } from './large-reads'
import { planNested, showsLinks, type NestedPlan, type TableNamed } from '../nested/plan'
import { leadingColumns, rowLines, withNested, type NestedOptions } from '../nested/rows'
import { isFoundByIndex, planList, shortOffsetRows, type ListPlan } from '../plan/plan'
import { asksRelated, resolveRelated } from '../plan/related'
import { keyOfRow } from '../parse/row-key'
import { rowJson } from '../shape/row-json'
import type { TableSizes } from './table-sizes'
import { withoutUnreadable } from './unreadable'

/** A read of one table; the permission was checked. */
export interface ReadCall {
  readonly projectId: string
  readonly database: Database
  readonly index: TableIndex
  /** Finds linked tables. */
  readonly tableNamed: TableNamed
  readonly signal: AbortSignal
  /** The client that receives the response. */
  readonly output?: ClientOutput | undefined
  /** Signs cursors. */
  readonly cursorKey?: Uint8Array | undefined
  /** Version of the database at the start of the request, shared by all users of it. */
  readonly version?: string | undefined
  /** Called with the key of each part that the response omits because the user may not read it, and the reason. */
  readonly omitted?: NestedOptions['omitted']
  /** Restricts the visible rows, whatever the query requests, for example to the rows linked to one. Resolved. */
  readonly within?: Filter
}

type QueryText = Iterable<readonly [string, string]>

/** Reads from query text to JSON bytes. */
export interface Reads {
  /** Returns a JSON array of rows. */
  readonly list: (call: ReadCall, query: QueryText) => Promise<Uint8Array | string>
  /** Returns the first row of a list; an empty body without one (wire §9.1). */
  readonly findOne: (call: ReadCall, query: QueryText) => Promise<Uint8Array | string>
  /** Returns `{"count":n}`. */
  readonly count: (call: ReadCall, query: QueryText) => Promise<Uint8Array>
  /** Returns the row with this key, or `{}`. The query selects linked rows. */
  readonly byKey: (call: ReadCall, key: readonly string[], query: QueryText) => Promise<Uint8Array | string>
  /** Returns a row that was just written like `byKey`, from its stored values and with its linked rows (wire §9.3). */
  readonly written: (call: ReadCall, row: readonly StoredValue[], query: QueryText) => Promise<Uint8Array | string>
  /**
   * Returns a row that was just written like `byKey`, from its key. Omits and names unreadable parts: the write
   * succeeded, so this never throws.
   */
  readonly writtenByKey: (call: ReadCall, key: readonly string[], query: QueryText) => Promise<Uint8Array | string>
  readonly exists: (call: ReadCall, key: readonly string[]) => Promise<boolean>
}

/** Number of cached compiled lists per table, and the maximum length of a cached query text. */
const listsMax = 100
const cachedTextLengthMax = 2_000

/** Below this offset, skipping rows is faster than a cached order. */
const deepOffsetRows = 2_000
/** Maximum number of rows per statement by key. */
const rowsByKeyMax = 1_000

const shortRead: ReadOptions = { lane: 'short' }

/** How an index bounds the time of a list: certainly, probably, or not. */
type ListPace = 'bounded' | 'likely' | 'unbounded'

/** A compiled list without its page. */
interface ReadyList {
  /** Identity of the list: its parameters without the page. */
  readonly text: string
  readonly query: ListQuery
  readonly compiled: CompiledList
  readonly pace: ListPace
  /** True if the time per row doesn't depend on the size of other tables. */
  readonly rowBounded: boolean
  readonly plan: ListPlan
  /** True if the response stays the same while no row changes. */
  readonly steady: boolean
  /** Present if the list includes linked rows. */
  readonly linked?: LinkedList
}

/** A list with linked rows. It also reads the columns that links need. */
interface LinkedList {
  readonly plans: readonly NestedPlan[]
  readonly columns: readonly Column[]
  /** Columns that the links need. */
  readonly leading: readonly Column[]
  /** JSON shape of the visible columns, which come first. */
  readonly shape: JsonShape
  readonly compiled: CompiledList
}

export function createReads(sizes: TableSizes): Reads {
  const answers = createResponseCache()
  const orders = createOrderCache()
  // A schema change creates a new table object, which invalidates the cache.
  const listCache = new WeakMap<TableIndex, Lru<string, ReadyList>>()

  const ready = async (call: ReadCall, query: QueryText): Promise<ReadyList> => {
    const { database, index } = call
    const parameters = [...query]
    // A repeated request costs a look-up: only the page differs, and it is bound last.
    const key = JSON.stringify(parameters.filter(([name]) => !pageParameters.has(name)))
    const lists = listCache.get(index) ?? new Lru<string, ReadyList>(listsMax)
    listCache.set(index, lists)
    const known = call.within === undefined ? lists.get(key) : undefined
    if (known) {
      const { page } = parseListQuery(parameters.filter(([name]) => pageParameters.has(name)))
      return { ...known, query: { ...known.query, page } }
    }
    const parsed = withinOf(call, parseListQuery(parameters))
    const computed = await computedIn(call)
    await resolveRelated(database.dialect, index, parsed.filter, call.tableNamed)
    const plan = planList(index, parsed, database.dialect.comparison, computed)
    const nested = parseNested(parameters)
    const compiled = compileList(database.dialect, plan)
    const linked = showsLinks(index, nested) ? await linkedList(call, plan, nested) : undefined
    const list = {
      text: key,
      query: parsed,
      compiled,
      pace: paceOf(plan),
      plan,
      rowBounded: isRowBounded(computed),
      steady: isSteady(call, parsed.filter, computed, linked?.plans),
      ...(linked && { linked }),
    }
    if (key.length <= cachedTextLengthMax && call.within === undefined) lists.set(key, list)
    return list
  }

  const options = async (call: ReadCall, pace: ListPace, rowBounded: boolean): Promise<ReadOptions> => {
    // A short read finishes before it could be cancelled, and the check would cost as much as reading a row.
    if (pace === 'bounded' || (rowBounded && (await sizes.isSmall(call)))) return shortRead
    return { signal: call.signal, lane: pace === 'likely' ? 'likelyShort' : 'long' }
  }

  const linkedList = async (call: ReadCall, plan: ListPlan, nested: NestedQuery): Promise<LinkedList | undefined> => {
    const plans = await planNested(call.database.dialect, call.index, nested, call.tableNamed)
    if (plans.length === 0) return undefined
    // Foreign keys to parents are always visible (wire §9.2); keys that children need are only read.
    const shown = new Set([
      ...plan.columns,
      ...plans.flatMap(({ link, from }) => (link.kind === 'belongsTo' ? visibleOf(call.index, from) : [])),
    ])
    const leading = leadingColumns(plans)
    const columns = [...new Set([...shown, ...leading])]
    return {
      plans,
      columns,
      leading,
      shape: { ...jsonShape([...shown]), lines: leading.map((column) => columns.indexOf(column)) },
      compiled: compileList(call.database.dialect, { ...plan, columns }),
    }
  }

  const linkedRows = async (
    call: ReadCall,
    { shape, leading, plans }: LinkedList,
    statement: Statement,
    read: ReadOptions,
  ): Promise<string[]> => {
    const rows = readLines(await call.database.readJson(statement, shape, read))
    return withNested(call.database, rows, leading, plans, call)
  }

  /** Reads a page of a list, by key if its order is cached. */
  const pageOf = async (call: ReadCall, list: ReadyList, page: Page): Promise<Uint8Array | string> => {
    const { database } = call
    const isDeep = page.offset > deepOffsetRows
    const read = await options(call, page.offset > shortOffsetRows ? 'unbounded' : list.pace, list.rowBounded)
    if (list.steady && list.rowBounded && (isDeep || read.lane === 'long')) {
      const { plan, linked } = list
      const cached = orders.page(call, list.text, page, () => compileKeys(database.dialect, plan))
      if (cached !== undefined && cached.keys.length <= rowsByKeyMax) {
        const columns = linked?.columns ?? plan.columns
        const statement = compileRows(database.dialect, { ...plan, columns }, cached.keys)
        const answer = linked
          ? `[${(await linkedRows(call, linked, statement, shortRead)).join(',')}]`
          : await database.readJson(statement, list.compiled.shape, shortRead)
        if (cached.holds()) return answer
      }
    }
    if (list.linked !== undefined)
      return `[${(await linkedRows(call, list.linked, withPage(list.linked.compiled, page), read)).join(',')}]`
    return database.readJson(withPage(list.compiled, page), list.compiled.shape, read)
  }

  const raw: Reads = {
    async list(call, query) {
      const list = await ready(call, query)
      const { page } = list.query
      const ask = (): Promise<Uint8Array | string> =>
        readPage(call, page.limit, list.pace === 'unbounded', () => pageOf(call, list, page))
      return list.steady ? answers.answer(call, `list ${question(list, page)}`, ask) : ask()
    },

    async findOne(call, query) {
      const list = await ready(call, query)
      const page = { ...list.query.page, limit: 1 }
      const ask = async (): Promise<Uint8Array | string> => {
        const read = await options(call, page.offset > shortOffsetRows ? 'unbounded' : list.pace, list.rowBounded)
        if (list.linked !== undefined)
          return (await linkedRows(call, list.linked, withPage(list.linked.compiled, page), read)).join('')
        return call.database.readJson(withPage(list.compiled, page), list.compiled.firstShape, read)
      }
      return list.steady ? answers.answer(call, `first ${question(list, page)}`, ask) : ask()
    },

    async count(call, query) {
      const parameters = [...query].filter(([name]) => !orderParameters.has(name))
      const { filter, search } = withinOf(call, parseListQuery(parameters))
      const { database, index } = call
      await resolveRelated(database.dialect, index, filter, call.tableNamed)
      // Computed columns don't change the number of rows.
      const computed = filter || search !== undefined ? await computedIn(call) : undefined
      const ask = async (): Promise<Uint8Array> => {
        const rows = await database.read(compileCount(database.dialect, index, filter, search, computed), {
          ...(await options(
            call,
            search === undefined && isFoundByIndex(index, computed, filter) ? 'likely' : 'unbounded',
            isRowBounded(computed),
          )),
          timeoutMs: countTimeoutMs,
        })
        return Buffer.from(`{"count":${Number(rows[0]?.[0] ?? 0)}}`)
      }
      return isSteady(call, filter, computed) ? answers.answer(call, `count ${JSON.stringify(parameters)}`, ask) : ask()
    },

    async byKey(call, key, query) {
      const { database, index } = call
      const nested = parseNested(query)
      const computed = hasComputed(index.table) ? await computedIn(call) : undefined
      const read: ReadOptions = isRowBounded(computed) ? shortRead : { signal: call.signal, lane: 'long' }
      const statement = compileByKey(database.dialect, index, key, computed)
      const shape = rowShape(index, computed)
      const plans = showsLinks(index, nested) ? await planNested(database.dialect, index, nested, call.tableNamed) : []
      if (plans.length === 0) return database.readJson(statement, shape, read)
      const rows = rowLines(shape, await database.read(statement, read))
      const [row = '{}'] = await withNested(database, rows, wholeRow(index, computed), plans, call)
      return row
    },

    async written(call, row, query) {
      const { database, index } = call
      const { columns } = index.table
      // The database computes columns of the row.
      if (hasComputed(index.table) && index.key.length > 0) {
        const key = keyOfRow(index, (column) => row[index.position.get(column) ?? -1])
        try {
          return await withoutUnreadable(call, (allowed) => raw.byKey(allowed, key, query))
        } catch (error) {
          // The write succeeded, even if the database can't compute some of its columns now.
          if (!(error instanceof AppError)) throw error
          for (const { title } of (await computedIn(call))?.columns ?? []) call.omitted?.(title, error)
        }
      }
      const nested = parseNested(query)
      const plans = showsLinks(index, nested) ? await planNested(database.dialect, index, nested, call.tableNamed) : []
      if (plans.length === 0) return rowJson(columns, row)
      try {
        const [text = '{}'] = await withNested(database, rowLines(rowShape(index), [row]), columns, plans, call)
        return text
      } catch (error) {
        // Also omits unreadable linked rows.
        if (!(error instanceof AppError)) throw error
        for (const { key } of plans) call.omitted?.(key, error)
        return rowJson(columns, row)
      }
    },

    async writtenByKey(call, key, query) {
      try {
        return await withoutUnreadable(call, (allowed) => raw.byKey(allowed, key, query))
      } catch (error) {
        const { database, index } = call
        const reason = error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error })
        const stored = database.read(compileByKey(database.dialect, index, key), shortRead).catch(() => [])
        const [row] = await stored
        if (row !== undefined) return raw.written(call, row, query)
        // Only the key is known.
        for (const { title } of index.table.columns.filter((column) => !index.key.includes(column)))
          call.omitted?.(title, reason)
        return JSON.stringify(Object.fromEntries(index.key.map(({ title }, at) => [title, key[at] ?? null])))
      }
    },

    async exists(call, key) {
      const { sql, params } = compileByKey(call.database.dialect, call.index, key)
      const rows = await call.database.read({ sql, params }, shortRead)
      return rows.length > 0
    },
  }
  return {
    ...raw,
    list: (call, query) => withoutUnreadable(call, (allowed) => raw.list(allowed, query)),
    findOne: (call, query) => withoutUnreadable(call, (allowed) => raw.findOne(allowed, query)),
    byKey: (call, key, query) => withoutUnreadable(call, (allowed) => raw.byKey(allowed, key, query)),
  }
}

/** Returns the computed columns of the table; undefined if it has none. */
function computedIn({ database, index, tableNamed }: ReadCall): Promise<ComputedTable> | undefined {
  return hasComputed(index.table) ? computedOf(database.dialect, index.table, tableNamed) : undefined
}

/** Combines the query with the restriction of visible rows. */
function withinOf<T extends Pick<ListQuery, 'filter'>>({ within }: ReadCall, query: T): T {
  if (within === undefined) return query
  return { ...query, filter: query.filter ? { kind: 'and', filters: [within, query.filter] } : within }
}

/**
 * True if the response depends only on the query text and stored rows. Views can contain anything, including random
 * numbers, and filters on other tables can use such views.
 */
function isSteady(
  { index, within }: ReadCall,
  filter: Filter | undefined,
  computed: ComputedTable | undefined,
  plans: readonly NestedPlan[] = [],
): boolean {
  return (
    within === undefined &&
    index.table.type === 'table' &&
    hasSteadyRows(index.table) &&
    (filter === undefined || !asksRelated(filter)) &&
    computed?.volatile !== true &&
    plans.every(
      (plan) =>
        plan.index.table.type === 'table' && hasSteadyRows(plan.index.table) && plan.computed?.volatile !== true,
    )
  )
}

/** Columns that lead to linked rows may be hidden. */
const visibleOf = (index: TableIndex, columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => index.position.has(column))

function paceOf({ bounded, likelyBounded }: ListPlan): ListPace {
  if (bounded) return 'bounded'
  return likelyBounded ? 'likely' : 'unbounded'
}

const question = ({ text }: ReadyList, { limit, offset }: Page): string => `${limit} ${offset} ${text}`

const isRowBounded = (computed: ComputedTable | undefined): boolean => computed?.bounded !== false

const pageParameters: ReadonlySet<string> = new Set(['limit', 'l', 'offset', 'o'])
/** Ignored by counts, so that callers can send the complete query of a list. */
const orderParameters: ReadonlySet<string> = new Set([...pageParameters, 'sort', 's', 'fields', 'f'])
