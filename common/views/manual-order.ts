import { isPlainWhole } from '@common/columns/questions'
import type { Column } from '@common/model'

/**
 * A manual order is a number column that holds the position of each row; a view that is sorted by it alone
 * shows that order. The database does the sorting, so filters, pages and exports follow it on every engine.
 */
export const orderColumnName = 'nc_order'

/** Gap between two neighbours after numbering the rows: the range of positions for rows inserted between them. */
export const orderStep = 65_536

/**
 * Position of rows without a place in the manual order. It is the column's default and its largest value, so new
 * records from any source sort last, by key. A double holds it exactly.
 */
export const orderUnplaced = 9_000_000_000_000_000

/** True for a column that holds a manual order. Views hide its numbers. */
export const isOrderColumn = (column: Pick<Column, 'name' | 'uiType'>): boolean =>
  isPlainWhole(column) && /^nc_order(_\d+)?$/i.test(column.name)
