import type { StoredValue } from '@common/columns/column-type'
import { countTimeoutMs } from '@common/constants'
import { parseListQuery } from '@common/query/list-query'
import type { Page } from '@common/query/tree'
import type { ReadOptions } from '@main/db/database'
import { readLines } from '@main/db/json-rows'
import type { Statement } from '@main/db/statement'
import { compileCount, compileKeys, compileRows, withPage } from '../compile/read'
import { withNested } from '../nested/rows'
import { isFoundByIndex, shortOffsetRows } from '../plan/plan'
import { resolveRelated } from '../plan/related'
import { readPage } from './large-reads'
import { createOrderCache } from './order-cache'
import { readByKey, readWritten, readWrittenByKey, rowExists, shortRead } from './read-row'
import {
  computedIn,
  createListCompiler,
  isRowBounded,
  isSteady,
  pageParameters,
  withinOf,
  type LinkedList,
  type ListPace,
  type ReadyList,
} from './ready-list'
import { createResponseCache } from './response-cache'
import type { TableSizes } from './table-sizes'
import { withoutUnreadable } from './unreadable'
import type { QueryText, ReadCall } from './read-call'

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

/** Below this offset, skipping rows is faster than a cached order. */
const deepOffsetRows = 2_000
/** Maximum number of rows per statement by key. */
const rowsByKeyMax = 1_000

const shortList: ReadOptions = { ...shortRead, mayUseStandby: true }

export function createReads(sizes: TableSizes): Reads {
  const answers = createResponseCache()
  const orders = createOrderCache()
  const ready = createListCompiler()
  const options = async (call: ReadCall, pace: ListPace, rowBounded: boolean): Promise<ReadOptions> => {
    // A short read finishes before it could be cancelled, and the check would cost as much as reading a row.
    if (pace === 'bounded' || (rowBounded && (await sizes.isSmall(call)))) return shortList
    return { signal: call.signal, lane: pace === 'likely' ? 'likelyShort' : 'long', mayUseStandby: true }
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

  const lists: Pick<Reads, 'list' | 'findOne' | 'count'> = {
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
  }
  return {
    list: (call, query) => withoutUnreadable(call, (allowed) => lists.list(allowed, query)),
    findOne: (call, query) => withoutUnreadable(call, (allowed) => lists.findOne(allowed, query)),
    count: lists.count,
    byKey: (call, key, query) => withoutUnreadable(call, (allowed) => readByKey(allowed, key, query)),
    written: readWritten,
    writtenByKey: readWrittenByKey,
    exists: rowExists,
  }
}

const question = ({ text }: ReadyList, { limit, offset }: Page): string => `${limit} ${offset} ${text}`

/** Ignored by counts, so that callers can send the complete query of a list. */
const orderParameters: ReadonlySet<string> = new Set([...pageParameters, 'sort', 's', 'fields', 'f'])
