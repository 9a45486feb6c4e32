import type { Page } from '@common/query/tree'
import type { Database } from '@main/db/database'
import type { Statement } from '@main/db/statement'
import { Lru } from '@main/lib/lru'
import { tableNumber, type TableIndex } from '../plan/columns'

/** A page whose position in the list is known without counting or sorting. */
export interface CachedPage {
  /** Keys of the rows of the page, in order. */
  readonly keys: readonly number[]
  /** True while the order is fresh: rows read in the meantime belong to the page. */
  readonly holds: () => boolean
}

/**
 * Cache of list orders for deep pages and unindexed sorts. After the second request without a write in between, the
 * keys of the list are read once in order, at low priority. From then on, a page reads its rows by key until the next
 * write. Like responses, orders have the version of the database, so they are never stale.
 */
export interface OrderCache {
  /** @param list  identity of the list, without its page */
  readonly page: (
    of: { readonly database: Database; readonly index: TableIndex },
    list: string,
    page: Page,
    statement: () => Statement | undefined,
  ) => CachedPage | undefined
}

/** Maximum number of keys of one list, and of all lists; eight bytes each. */
const keysMax = 2_000_000
const allKeysMax = 3_000_000
const listsAsked = 200

interface Order {
  readonly version: string
  /** Undefined if there are too many keys, or if they aren't numbers. */
  readonly keys: Float64Array | undefined
}

export function createOrderCache(): OrderCache {
  /** In order of use, least recent first. */
  const orders = new Map<string, Order>()
  const asked = new Lru<string, string>(listsAsked)
  let reading = false

  const keep = (name: string, order: Order): void => {
    orders.delete(name)
    orders.set(name, order)
    let count = [...orders.values()].reduce((sum, { keys }) => sum + (keys?.length ?? 0), 0)
    for (const [oldest, { keys }] of orders) {
      if (count <= allKeysMax && orders.size <= listsAsked) return
      orders.delete(oldest)
      count -= keys?.length ?? 0
    }
  }

  const read = async (database: Database, name: string, version: string, statement: Statement): Promise<void> => {
    reading = true
    try {
      const keys = await database.readKeys?.(statement, keysMax)
      if (database.versionNow?.() === version) keep(name, { version, keys })
    } catch {
      // The next request of the list reports the error.
    } finally {
      reading = false
    }
  }

  return {
    page: ({ database, index }, list, { limit, offset }, statement) => {
      const version = database.readKeys === undefined ? undefined : database.versionNow?.()
      if (version === undefined) return undefined
      const name = `${tableNumber(index)}\n${list}`
      const order = orders.get(name)
      if (order?.version === version) {
        if (order.keys === undefined) return undefined
        orders.delete(name)
        orders.set(name, order)
        const keys = [...order.keys.subarray(offset, offset + limit)]
        return { keys, holds: () => database.versionNow?.() === version }
      }
      // Evicts a stale order.
      orders.delete(name)
      if (asked.get(name) !== version) asked.set(name, version)
      else if (!reading) {
        const all = statement()
        if (all !== undefined) void read(database, name, version, all)
      }
      return undefined
    },
  }
}
