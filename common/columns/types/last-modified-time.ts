import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'
import { neverGuessed } from '@common/columns/values/guesses'

/** When the row was last changed; kept by Basalt. */
export const lastModifiedTime: ColumnType = {
  ...momentType,
  name: 'LastModifiedTime',
  icon: 'calendarTime',
  role: 'changedAt',
  editor: 'none',
  defaults: { value: false, keyword: 'CURRENT_TIMESTAMP' },
  guess: neverGuessed,
  writable: false,
}
