import type { ColumnType } from '@common/columns/column-type'
import { momentType } from '@common/columns/values/dates'

/** Date and time, stored in UTC. */
export const dateTime: ColumnType = {
  ...momentType,
  name: 'DateTime',
  icon: 'calendarTime',
  serial: 'moment',
  localized: true,
}
