import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { Dialect } from './dialect'

/** Most rows of a chunk. */
export const momentRows = 2_000
/** Bytes of values after which a chunk is complete. */
export const momentBytes = 4 * 1024 ** 2
/** Longest time for the rows of one moment. */
export const momentMs = 6 * 60 * 60_000

/** Returns a SELECT of all rows of a table, without an order. @param last  quoted name of a further column */
export function selectAll(dialect: Dialect, table: string, columns: readonly Column[], last?: string): string {
  const { quote, selected } = dialect
  const list = columns.map((column) => selected?.(column, quote(column.name)) ?? quote(column.name))
  const all = last === undefined ? list : [...list, last]
  return `SELECT ${all.join(', ')} FROM ${quote(table)}`
}

/** Returns about how many bytes a row takes in memory. */
export function bytesOfRow(row: readonly unknown[]): number {
  let bytes = 0
  for (const value of row)
    bytes += typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8
  return bytes
}

/** Collects rows to chunks that are limited in rows and in bytes. */
export class MomentChunk<T extends readonly unknown[] = StoredValue[]> {
  #rows: T[] = []
  #bytes = 0

  /** @returns true if the chunk is complete */
  add(row: T): boolean {
    this.#rows.push(row)
    this.#bytes += bytesOfRow(row)
    return this.#rows.length >= momentRows || this.#bytes >= momentBytes
  }

  /** Returns the collected rows, and begins the next chunk. */
  take(): T[] {
    const rows = this.#rows
    this.#rows = []
    this.#bytes = 0
    return rows
  }
}
