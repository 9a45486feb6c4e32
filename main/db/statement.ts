import type { ErrorCode } from '@common/errors'
import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { PackedRows } from '../lib/packed-rows'

export interface Statement {
  /** SQL with the placeholders of the dialect. Identifiers in it come from metadata only. */
  readonly sql: string
  readonly params: readonly StoredValue[]
  /** Runs often, and one plan suits all values, such as a read by key. An engine may prepare it once per connection. */
  readonly repeats?: true
}

/** A step of a transaction. */
export type Step = Statement & {
  /** Rows to bind to the same statement, one after the other, instead of `params`. */
  readonly batch?: readonly (readonly StoredValue[])[]
  /** For inserts: the failed row of the batch doesn't matter, so the engine may combine rows. */
  readonly together?: boolean
  /** True if the caller needs the returned rows. */
  readonly returns?: boolean
  /** True if the caller needs the column names of the result, which only a routine's call reveals. */
  readonly names?: boolean
  /**
   * Positions of values that a JavaScript number can't hold exactly, in bound and in returned rows. SQLite: integers
   * are bigint there, and numbers are floating point. PostgreSQL: a decimal is text if its trailing zeros matter.
   */
  readonly asStored?: { readonly params?: readonly number[]; readonly columns?: readonly number[] }
  /**
   * For engines whose writes return no rows; set by their dialect only. Reads the written rows on the same connection
   * right before or after the statement, once per row of the batch. Its rows become the result of the step.
   */
  readonly readBack?: {
    readonly when: 'before' | 'after'
    readonly sql: string
    readonly batch: readonly (readonly StoredValue[])[]
  }
  /** Parameters from earlier steps of the transaction, marked by tokens. */
  readonly earlier?: readonly (EarlierValue | EarlierRows)[]
  /**
   * Repeats the only row of the batch for each row of the step before it. The tokens, unique texts, are the placeholders of
   * that row's columns in order, also in `readBack`.
   */
  readonly eachEarlierRow?: readonly string[]
  /** Steps up to this one whose rows no caller needs afterwards. A large write frees their memory. */
  readonly frees?: readonly number[]
  /** Fails the transaction unless at least this many rows are changed or returned. */
  readonly expectRows?: number
  /** Error code for fewer rows. Default: ROW_NOT_FOUND. */
  readonly tooFew?: ErrorCode
}

/** Rows for `appendRows`. Names come from metadata only. */
export interface RowsToAppend {
  readonly table: string
  /** Columns of `rows`, of `same` and of `lines`, in this order. */
  readonly columns: readonly string[]
  readonly rows: PackedRows
  /** Further values, equal for all rows. */
  readonly same: readonly StoredValue[]
  /** A number per row. */
  readonly lines: Uint32Array | undefined
}

/** Rows for `insertJson`, of a table with a generated key. */
export interface JsonRows {
  readonly table: string
  /** UTF-8 text of a list of objects. */
  readonly json: Uint8Array
  readonly columns: readonly Column[]
  /** Index in `columns` by key of a row; -1 for keys that accept empty values only. */
  readonly keys: ReadonlyMap<string, number>
  /** Indexes of columns that each row sets. */
  readonly required: readonly number[]
  /** Values of columns that a row doesn't set itself. */
  readonly fixed: readonly (readonly [place: number, value: StoredValue])[]
  readonly rowsMax: number
  /** Runs in the same transaction after the rows, with the first key and the number of rows as its last parameters. */
  readonly after?: Statement
}

/** Generated keys: `count` of them, without a gap. */
export interface InsertedKeys {
  readonly firstKey: number
  readonly count: number
}

export interface StepResult {
  /** Number of changed rows, summed over a batch. */
  readonly changes: number
  /** Returned rows as arrays, in the order of a batch; empty unless requested. */
  readonly rows: StoredValue[][]
  /** Column names, if requested and known to the driver. */
  readonly names?: readonly string[] | undefined
}

/**
 * A parameter from an earlier step of the transaction: a column of a returned row, by default of the first. `token`, a
 * unique text, is its placeholder.
 */
export interface EarlierValue {
  readonly token: string
  readonly step: number
  readonly column: number
  readonly row?: number
}

/** A parameter with the rows of earlier steps: JSON text (`storedJson`), a list for each entry of `rows`. */
export interface EarlierRows {
  readonly token: string
  readonly rows: readonly (readonly RowsOfStep[])[]
}

/** Returned rows of a step, from a place to before another one. */
export interface RowsOfStep {
  readonly step: number
  readonly from: number
  readonly to: number
}
