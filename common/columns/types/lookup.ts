import type { ColumnType } from '@common/columns/column-type'
import { virtualBase } from '@common/columns/values/virtual'

/** Values of a column in the linked records: a list in every cell. */
export const lookup: ColumnType = {
  ...virtualBase,
  name: 'Lookup',
  icon: 'listSearch',
  family: 'list',
  content: 'list',
}
