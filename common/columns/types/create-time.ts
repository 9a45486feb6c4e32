import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'
import { neverGuessed } from '@common/columns/values/guesses'

/** The time at which the row was created. Basalt writes it. */
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
