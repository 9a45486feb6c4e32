import type { Column } from '@common/model'

/**
 * An order of rows by hand is a column of the table that says where each row stands; a view that is sorted by it alone
 * shows that order. The database does the sorting, so filters, pages and exports follow it on every engine.
 */
export const orderColumnName = 'nc_order'

/** Numbers between two neighbours after the rows were numbered: so many can be put between them one by one. */
export const orderStep = 65_536

/**
 * The number of rows that were never put anywhere. It is the default of the column, and above all others: new records
 * stand at the end, by their keys, whatever made them. A double holds it exactly.
 */
export const orderUnplaced = 9_000_000_000_000_000

/** True for a column that holds an order by hand. People see the order, not its numbers. */
export const isOrderColumn = ({ name, uiType }: Pick<Column, 'name' | 'uiType'>): boolean =>
  uiType === 'Number' && /^nc_order(_\d+)?$/i.test(name)
