import type { Message } from '@common/messages'
import type { Column, Table } from '@common/model'
import type { Expression } from '../formula-sql'
import type { Fragment } from '../sql-fragment'

/** What the rows of a table are called in statements that compute something from them. */
export const rowAlias = '~t'

/** A virtual column that can be read, filtered and sorted by like any other. Its title is its key in rows. */
export interface ComputedColumn extends Column {
  readonly computed: Computed
}

export interface Computed {
  /** Of the virtual column. */
  readonly id: string
  /** As rows answer it. */
  readonly output: Fragment
  /** As it is compared and sorted: by the rules of the column that this is. */
  readonly value: Fragment
  /** As formulas take it. */
  readonly expression: Expression
  /** The values of several linked rows: `output` is a list in JSON, `value` their text. */
  readonly many?: ManyValues
  /** Why it has no value. */
  readonly problem?: Message
}

/** Where the values of several rows come from. */
export interface ManyValues {
  /** What stands after FROM. */
  readonly tables: Fragment
  readonly condition: Fragment
  /** One of the values. */
  readonly item: ComputedColumn
}

/** The computed columns of a table, in their order. */
export interface ComputedTable {
  readonly columns: readonly ComputedColumn[]
  /** By title, and by id where no title is the same. */
  readonly byKey: ReadonlyMap<string, ComputedColumn>
  /** Those that a free-text search looks into. */
  readonly searchable: readonly ComputedColumn[]
  /** Names of the stored columns that they are made from. */
  readonly needs: ReadonlySet<string>
  /** Whether indexes lead to all the linked rows, so that the time for a row does not grow with the tables. */
  readonly bounded: boolean
  /** Whether values may change while no row does: with the time of day. */
  readonly volatile: boolean
}

export function isComputed(column: Column): column is ComputedColumn {
  return 'computed' in column
}

/** Whether a table has columns that are computed at all. Links are read in another way. */
export function hasComputed({ virtualColumns }: Table): boolean {
  return virtualColumns.some(({ kind }) => kind !== 'link')
}
