import type { ColumnType } from '@common/columns/column-type'
import { wholeNumber } from '@common/columns/values/numbers'

/** A running number that the database assigns. */
export const autoNumber: ColumnType = {
  ...wholeNumber,
  name: 'AutoNumber',
  icon: 'hash',
  role: 'counter',
  family: 'ordered',
  storage: 'autoIncrement',
  editor: 'none',
  defaults: { value: false },
  writable: false,
}
