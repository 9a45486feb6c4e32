import type { ColumnType } from '@common/columns/column-type'
import { keyBase } from '@common/columns/values/keys'

/** The key of a row. The database numbers rows without a key. */
export const id: ColumnType = {
  ...keyBase,
  name: 'ID',
  icon: 'key',
  role: 'key',
  family: 'ordered',
  storage: 'autoIncrement',
}
