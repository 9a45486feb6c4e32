import type { Page } from '@common/query/tree'
import type { Database, Statement } from '@main/db/database'
import { Lru } from '@main/lib/lru'
import { tableNumber, type TableIndex } from '../plan/columns'

/** Where a page begins in the order of a list is known without counting rows, or sorting them again. */
export interface KeptPage {
  /** Keys of the rows of the page, in order. */
  readonly keys: readonly number[]
  /** True while nothing was written since the order was found out: rows read meanwhile are those of the page. */
  readonly holds: () => boolean
}

/**
 * Orders of lists whose pages cost more the deeper they are, or a sort each: asked for twice while nothing is written,
 * a list's keys are read in order, once, beside everything else; from then on a page is a few rows by their keys, until
 * something is written. Like answers, they are stamped with the version of the database, so they are never old.
 */
export interface KeptOrders {
  /** @param list  what tells the list apart, its page aside */
  readonly page: (
    of: { readonly database: Database; readonly index: TableIndex },
    list: string,
    page: Page,
    statement: () => Statement | undefined,
  ) => KeptPage | undefined
}

/** Keys of one list, and of all lists together: eight bytes each. */
const keysMax = 2_000_000
const keysKept = 3_000_000
const listsAsked = 200

interface Order {
  readonly version: string
  /** Undefined: they are too many, or not numbers. */
  readonly keys: Float64Array | undefined
}

export function createKeptOrders(): KeptOrders {
  /** Oldest first. */
  const orders = new Map<string, Order>()
  const asked = new Lru<string, string>(listsAsked)
  let reading = false

  const keep = (name: string, order: Order): void => {
    orders.delete(name)
    orders.set(name, order)
    let count = [...orders.values()].reduce((sum, { keys }) => sum + (keys?.length ?? 0), 0)
    for (const [oldest, { keys }] of orders) {
      if (count <= keysKept && orders.size <= listsAsked) return
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
      // Whoever asks for the list is told what is wrong.
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
      // What is no longer true only takes room.
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
