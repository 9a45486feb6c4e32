import type { Message } from '@common/messages'
import type { Column, Table } from '@common/model'
import type { Expression } from '../formula-sql'
import type { Fragment } from '../sql-fragment'

/** Alias of the table in statements with computed columns. */
export const rowAlias = '~t'

/** A virtual column that can be read, filtered and sorted like a stored one. Its title is its key in rows. */
export interface ComputedColumn extends Column {
  readonly computed: Computed
}

export interface Computed {
  /** Id of the virtual column. */
  readonly id: string
  /** Value in the format of rows. */
  readonly output: Fragment
  /** Value for comparing and sorting, by the rules of this column. */
  readonly value: Fragment
  /** Value for formulas. */
  readonly expression: Expression
  /** Values of several linked rows: `output` is a JSON list, `value` its text. */
  readonly many?: ManyValues
  /** Why it has no value. */
  readonly problem?: Message
}

/** Source of several values. */
export interface ManyValues {
  /** SQL after FROM. */
  readonly tables: Fragment
  readonly condition: Fragment
  /** A single value. */
  readonly item: ComputedColumn
}

/** The computed columns of a table, in their order. */
export interface ComputedTable {
  readonly columns: readonly ComputedColumn[]
  /** By title, and by id unless it equals a title. */
  readonly byKey: ReadonlyMap<string, ComputedColumn>
  /** Columns that text search includes. */
  readonly searchable: readonly ComputedColumn[]
  /** Names of the stored columns that they use. */
  readonly needs: ReadonlySet<string>
  /** True if indexes lead to all linked rows, so that the time per row doesn't grow with the tables. */
  readonly bounded: boolean
  /** True if values depend on the current time. */
  readonly volatile: boolean
}

export function isComputed(column: Column): column is ComputedColumn {
  return 'computed' in column
}

/** True if a table has computed columns. Links don't count. */
export function hasComputed({ virtualColumns }: Table): boolean {
  return virtualColumns.some(({ kind }) => kind !== 'link')
}
