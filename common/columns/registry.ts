import type { ColumnType } from './column-type'
import { attachment } from './types/attachment'
import { autoNumber } from './types/auto-number'
import { barcode } from './types/barcode'
import { button } from './types/button'
import { checkbox } from './types/checkbox'
import { collaborator } from './types/collaborator'
import { createTime } from './types/create-time'
import { count } from './types/count'
import { currency } from './types/currency'
import { date } from './types/date'
import { dateTime } from './types/date-time'
import { decimal } from './types/decimal'
import { duration } from './types/duration'
import { email } from './types/email'
import { foreignKey } from './types/foreign-key'
import { formula } from './types/formula'
import { geometry } from './types/geometry'
import { id } from './types/id'
import { json } from './types/json'
import { lastModifiedTime } from './types/last-modified-time'
import { linkToAnotherRecord } from './types/link-to-another-record'
import { longText } from './types/long-text'
import { lookup } from './types/lookup'
import { multiSelect } from './types/multi-select'
import { number } from './types/number'
import { percent } from './types/percent'
import { phoneNumber } from './types/phone-number'
import { rating } from './types/rating'
import { rollup } from './types/rollup'
import { singleLineText } from './types/single-line-text'
import { singleSelect } from './types/single-select'
import { specificDbType } from './types/specific-db-type'
import { time } from './types/time'
import { url } from './types/url'
import { year } from './types/year'
import type { UiType } from './ui-types'

/** Every type by its name: a name without a type doesn't compile. */
const types: Readonly<Record<UiType, ColumnType>> = {
  ID: id,
  LinkToAnotherRecord: linkToAnotherRecord,
  ForeignKey: foreignKey,
  Lookup: lookup,
  SingleLineText: singleLineText,
  LongText: longText,
  Attachment: attachment,
  Checkbox: checkbox,
  MultiSelect: multiSelect,
  SingleSelect: singleSelect,
  Collaborator: collaborator,
  Date: date,
  Year: year,
  Time: time,
  PhoneNumber: phoneNumber,
  Email: email,
  URL: url,
  Number: number,
  Decimal: decimal,
  Currency: currency,
  Percent: percent,
  Duration: duration,
  Rating: rating,
  Formula: formula,
  Rollup: rollup,
  Count: count,
  DateTime: dateTime,
  CreateTime: createTime,
  LastModifiedTime: lastModifiedTime,
  AutoNumber: autoNumber,
  Geometry: geometry,
  JSON: json,
  Barcode: barcode,
  Button: button,
  SpecificDBType: specificDbType,
}

/**
 * Gives all types the same property order, so that V8 reads a facet at one fixed offset. Mixed layouts cost several
 * times as much in loops over all values of a table.
 */
const byName: ReadonlyMap<UiType, ColumnType> = new Map(
  Object.values(types).map((type) => [type.name, { ...singleLineText, ...type }]),
)

/** Returns the behaviour of a type. */
export const columnType = (uiType: UiType): ColumnType => byName.get(uiType) ?? types[uiType]

/** Types for database columns, in the order of the type picker. */
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
].map(({ name }) => columnType(name))

/** The types that users can choose for a new column. */
export const creatableTypes: readonly ColumnType[] = columnTypes.filter(({ creatable }) => creatable)
