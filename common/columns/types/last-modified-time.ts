import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'

/** When the row was last changed; kept by Basalt. */
export const lastModifiedTime: ColumnType = {
  ...momentType,
  name: 'LastModifiedTime',
  editor: 'none',
  writable: false,
}
