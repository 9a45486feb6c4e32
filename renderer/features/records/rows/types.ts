import type { RowChange } from '@renderer/stores'
import type { StepWords } from '@renderer/features/undo'
import type { Row } from './row-key'

/** The grid's API for the rows of a table. Values travel as JSON, by column titles. */
export interface RowApi {
  /** Reads the current row, with its linked records. */
  readonly read: (row: Row) => Promise<Row>
  /**
   * @param expected  values that the row must hold still
   * @throws ApiError VALUE_CHANGED when it does not
   */
  readonly update: (row: Row, changes: Row, expected?: Row) => Promise<Row>
  readonly updateMany: (rows: readonly Row[]) => Promise<void>
  /** @param id  idempotency key: a retry with it creates no second record */
  readonly create: (values: Row, id?: string) => Promise<Row>
  /**
   * Writes changes, all or nothing. A retry with the same id writes nothing.
   *
   * @throws ApiError VALUE_CHANGED with `conflicts`, unless `anyway`
   */
  readonly apply: (batch: RowBatch) => Promise<AppliedRows>
  /**
   * Groups all writes of `work` into one undo step.
   *
   * @param words  messages of the step; defaults to those of the first write
   */
  readonly asOne?: <T>(words: StepWords | undefined, work: () => Promise<T>) => Promise<T>
  /** Marks a write in progress. An undo waits for it. */
  readonly during?: (work: Promise<unknown>) => void
}

/** Changes of one action. */
export interface RowBatch {
  readonly id: string
  readonly changes: readonly RowChange[]
  /** Messages for the session's history. */
  readonly words: StepWords
  /** Skips the guard: overwrites values changed by other clients, and skips deleted rows. */
  readonly anyway: boolean
}

export interface AppliedRows {
  readonly made: readonly MadeRow[]
  /** With `anyway`: positions of updates that were not written, since their record is deleted. */
  readonly skipped: readonly number[]
}

export interface MadeRow {
  /** Position of its change. */
  readonly at: number
  readonly rowId: string | null
  readonly row: Row
}
