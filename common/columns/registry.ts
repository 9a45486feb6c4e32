import type { ColumnType } from './column-type'
import { attachment } from './types/attachment'
import { autoNumber } from './types/auto-number'
import { barcode } from './types/barcode'
import { button } from './types/button'
import { checkbox } from './types/checkbox'
import { collaborator } from './types/collaborator'
import { createTime } from './types/create-time'
import { currency } from './types/currency'
import { date } from './types/date'
import { dateTime } from './types/date-time'
import { decimal } from './types/decimal'
import { duration } from './types/duration'
import { email } from './types/email'
import { foreignKey } from './types/foreign-key'
import { geometry } from './types/geometry'
import { id } from './types/id'
import { json } from './types/json'
import { lastModifiedTime } from './types/last-modified-time'
import { longText } from './types/long-text'
import { multiSelect } from './types/multi-select'
import { number } from './types/number'
import { percent } from './types/percent'
import { phoneNumber } from './types/phone-number'
import { rating } from './types/rating'
import { singleLineText } from './types/single-line-text'
import { singleSelect } from './types/single-select'
import { specificDbType } from './types/specific-db-type'
import { time } from './types/time'
import { unsupported } from './types/unsupported'
import { url } from './types/url'
import { year } from './types/year'
import { uiTypes, type UiType } from './ui-types'

/** Every column type that has behaviour, in the order in which people are offered them. */
export const columnTypes: readonly ColumnType[] = [
  singleLineText,
  longText,
  number,
  decimal,
  currency,
  percent,
  checkbox,
  singleSelect,
  multiSelect,
  date,
  dateTime,
  time,
  year,
  duration,
  rating,
  email,
  url,
  phoneNumber,
  collaborator,
  json,
  geometry,
  barcode,
  button,
  createTime,
  lastModifiedTime,
  autoNumber,
  id,
  foreignKey,
  attachment,
  specificDbType,
]

/** The types that people can choose for a new column. */
export const creatableTypes: readonly ColumnType[] = columnTypes.filter(({ creatable }) => creatable)

const byName: ReadonlyMap<UiType, ColumnType> = new Map<UiType, ColumnType>([
  ...uiTypes.map((name) => [name, unsupported(name)] as const),
  ...columnTypes.map((type) => [type.name, type] as const),
])

/** The behaviour of a UI type. Types that come later are text that nobody can change. */
export function columnType(uiType: UiType): ColumnType {
  return byName.get(uiType) ?? unsupported(uiType)
}
