import type { Database } from '@main/db/database'
import { Lru } from '@main/lib/lru'
import type { Clock } from '@main/lib/clock'
import type { TableIndex } from '../plan/columns'

/** Queries over tables up to this size are short. */
export const smallTableRows = 10_000
/** Lifetime of an estimate. A table can't become large in this time. */
const guessLifetimeMs = 30_000
const tablesMax = 1_000

/** Estimates which tables are small, so that their queries never wait behind long ones. */
export interface TableSizes {
  readonly isSmall: (call: {
    readonly projectId: string
    readonly database: Database
    readonly index: TableIndex
  }) => Promise<boolean>
}

interface Guess {
  readonly small: Promise<boolean>
  readonly madeAtMs: number
}

/**
 * The highest row id is an upper bound of the row count and costs one index look-up. Views and tables without row ids
 * count as large.
 */
export function createTableSizes(clock: Clock): TableSizes {
  const guesses = new Lru<string, Guess>(tablesMax)
  return {
    async isSmall({ projectId, database, index }) {
      const { table } = index
      if (table.rowId === null) return false
      const key = JSON.stringify([projectId, table.name])
      const known = guesses.get(key)
      const nowMs = clock.monotonicMs()
      if (known && nowMs - known.madeAtMs < guessLifetimeMs) return known.small
      const { quote } = database.dialect
      const sql = `SELECT max(${quote(table.rowId)}) FROM ${quote(table.name)}`
      const small = database
        .read({ sql, params: [] }, { lane: 'short' })
        .then(([row]) => Number(row?.[0] ?? 0) <= smallTableRows)
        // The actual query reports the error.
        .catch(() => false)
      guesses.set(key, { small, madeAtMs: nowMs })
      return small
    },
  }
}
