import type { Database } from '@main/db/database'
import { Lru } from '@main/lib/lru'
import type { Clock } from '@main/lib/clock'
import type { TableIndex } from '../plan/columns'

/** Any statement over a table of at most this many rows is short. */
export const smallTableRows = 10_000
/** How long a guess counts. A table does not grow large in that time without being written to death. */
const guessKeptMs = 30_000
const keptTables = 1_000

/** Guesses which tables are small: their queries need never wait behind those over large ones. */
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
 * The highest row id bounds the number of rows from above, and finding it is one step down the tree.
 * Views, and tables without row ids, count as large.
 */
export function createTableSizes(clock: Clock): TableSizes {
  const guesses = new Lru<string, Guess>(keptTables)
  return {
    async isSmall({ projectId, database, index }) {
      const { table } = index
      if (table.rowId === null) return false
      const key = JSON.stringify([projectId, table.name])
      const known = guesses.get(key)
      const nowMs = clock.monotonicMs()
      if (known && nowMs - known.madeAtMs < guessKeptMs) return known.small
      const { quote } = database.dialect
      const sql = `SELECT max(${quote(table.rowId)}) FROM ${quote(table.name)}`
      const small = database
        .read({ sql, params: [] }, { lane: 'short' })
        .then(([row]) => Number(row?.[0] ?? 0) <= smallTableRows)
        // The question itself will say what is wrong.
        .catch(() => false)
      guesses.set(key, { small, madeAtMs: nowMs })
      return small
    },
  }
}
