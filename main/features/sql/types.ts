import type { StoredValue } from '@common/columns/column-type'
import type { SqlColumn, SqlResultFilters, SqlResultSort } from '@common/sql/shapes'
import type { PackedRows } from '@main/lib/packed-rows'

/** One stored result. */
export interface StoredResult {
  readonly table: string
  readonly columns: readonly SqlColumn[]
  /** Stored rows. */
  rows: number
  /** True once no more rows come. */
  isComplete: boolean
  /** The last order, with its table. */
  ordered?: { readonly key: string; readonly table: string; readonly rows: number }
}

export interface ResultWindow {
  readonly rows: StoredValue[][]
  readonly positions: number[]
  readonly total: number
}

export interface WindowOptions {
  readonly offset: number
  readonly limit: number
  readonly sort: SqlResultSort
  readonly filters: SqlResultFilters
  readonly signal?: AbortSignal
}

/** Results of runs, in one file of the profile. It is deleted at each start, and when no result is left. */
export interface Spool {
  /** @throws AppError NOT_SUPPORTED for more columns than a table can have */
  readonly create: (columns: readonly SqlColumn[]) => Promise<StoredResult>
  readonly append: (result: StoredResult, rows: PackedRows) => Promise<void>
  readonly window: (result: StoredResult, options: WindowOptions) => Promise<ResultWindow>
  /** Returns all rows in batches, sorted and filtered. */
  readonly batches: (
    result: StoredResult,
    options: Pick<WindowOptions, 'sort' | 'filters' | 'signal'>,
  ) => AsyncGenerator<StoredValue[][]>
  /** Returns one row by its position; undefined if it is gone. */
  readonly row: (result: StoredResult, position: number) => Promise<StoredValue[] | undefined>
  readonly update: (
    result: StoredResult,
    changes: readonly { readonly position: number; readonly values: ReadonlyMap<number, StoredValue> | undefined }[],
  ) => Promise<void>
  readonly drop: (results: readonly StoredResult[]) => Promise<void>
  readonly close: () => Promise<void>
}
