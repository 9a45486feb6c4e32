import type { ColumnType } from '@common/columns/column-type'
import { keyBase } from '@common/columns/values/keys'

/** The key of a row. Counted by the database when a new row does not bring its own. */
export const id: ColumnType = {
  ...keyBase,
  name: 'ID',
  icon: 'key',
  role: 'key',
  family: 'ordered',
  storage: 'autoIncrement',
}
