import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'
import { neverGuessed } from '@common/columns/values/guesses'

/** The time of the row's last change. Basalt writes it. */
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
