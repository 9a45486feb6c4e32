import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'
import { neverGuessed } from '@common/columns/values/guesses'

/** When the row was made; kept by Basalt. */
export const createTime: ColumnType = {
  ...momentType,
  name: 'CreateTime',
  icon: 'calendarTime',
  role: 'createdAt',
  editor: 'none',
  defaults: { value: false, keyword: 'CURRENT_TIMESTAMP' },
  guess: neverGuessed,
  writable: false,
}
