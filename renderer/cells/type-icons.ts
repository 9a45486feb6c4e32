import type { UiType } from '@common/columns/ui-types'
import { iconPaths } from './icon-paths'

const iconOf: Partial<Record<UiType, keyof typeof iconPaths>> = {
  ID: 'key',
  LongText: 'alignLeft',
  Number: 'hash',
  AutoNumber: 'hash',
  Decimal: 'decimal',
  Currency: 'currencyDollar',
  Percent: 'percentage',
  Checkbox: 'squareCheck',
  Date: 'calendar',
  Year: 'calendar',
  DateTime: 'calendarTime',
  CreateTime: 'calendarTime',
  LastModifiedTime: 'calendarTime',
  Time: 'clock',
  Duration: 'hourglass',
  SingleSelect: 'circleChevronDown',
  MultiSelect: 'listCheck',
  Rating: 'star',
  Email: 'mail',
  URL: 'world',
  PhoneNumber: 'phone',
  JSON: 'braces',
  Attachment: 'paperclip',
  ForeignKey: 'link',
  LinkToAnotherRecord: 'link',
  Collaborator: 'user',
  Geometry: 'polygon',
  Barcode: 'barcode',
  Button: 'handClick',
  Formula: 'mathFunction',
  Lookup: 'listSearch',
  Rollup: 'sum',
  Count: 'tallymarks',
  SpecificDBType: 'cube',
}

/** Path data of a column type's icon in a box of 24. Types without their own icon have the one of text. */
export function typeIconPath(uiType: UiType): string {
  return iconPaths[iconOf[uiType] ?? 'letterCase']
}
