import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { nameKey } from '@common/wire/names'

/**
 * Name in the database of a column that is named by its name or title, letter case ignored.
 *
 * @throws AppError COLUMN_NOT_FOUND
 */
export function columnNamed(table: Table, wanted: string): string {
  const key = nameKey(wanted.trim())
  const found =
    table.columns.find(({ name }) => nameKey(name) === key) ?? table.columns.find(({ title }) => nameKey(title) === key)
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted, table: table.title })
  return found.name
}
