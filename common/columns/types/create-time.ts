import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'

/** When the row was made; kept by Basalt. */
export const createTime: ColumnType = {
  ...momentType,
  name: 'CreateTime',
  editor: 'none',
  writable: false,
}
