import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { findTitled } from '@common/wire/named'

/**
 * Returns a column's name in the database, given its name or title.
 *
 * @throws AppError COLUMN_NOT_FOUND
 */
export function columnNamed(table: Table, wanted: string): string {
  const found = findTitled(table.columns, wanted) ?? findTitled(table.columns, wanted.trim())
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted, table: table.title })
  return found.name
}
