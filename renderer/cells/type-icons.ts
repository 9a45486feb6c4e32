import type { UiType } from '@common/columns/ui-types'

/** Path data of 16-px icons, stroke 1.4: one source for the canvas header and for menus. */
const shapes = {
  text: 'M3.5 12.5 8 3.5l4.5 9M5.2 9.5h5.6',
  longText: 'M2.5 4h11M2.5 7h11M2.5 10h11M2.5 13h6',
  number: 'M6.2 2.8 5 13.2M11 2.8 9.8 13.2M2.8 6h10.7M2.5 10h10.7',
  decimal:
    'M2.8 11.3v.2M7 4.6a1.7 1.7 0 0 0-1.7 1.7v3.4a1.7 1.7 0 0 0 3.4 0V6.3A1.7 1.7 0 0 0 7 4.6zM12 4.6a1.7 1.7 0 0 0-1.7 1.7v3.4a1.7 1.7 0 0 0 3.4 0V6.3A1.7 1.7 0 0 0 12 4.6z',
  currency:
    'M11 5.2C10.6 4.1 9.5 3.5 8 3.5c-1.8 0-3 .9-3 2.2 0 3 6.2 1.5 6.2 4.6 0 1.3-1.3 2.2-3.2 2.2-1.7 0-2.9-.7-3.3-1.9M8 2v12',
  percent: 'M3.5 12.5l9-9M5 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11 12.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  checkbox:
    'M4 2.5h8A1.5 1.5 0 0 1 13.5 4v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V4A1.5 1.5 0 0 1 4 2.5zM5.3 8.2 7.2 10.1 10.8 6',
  date: 'M4 3.5h8a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V5A1.5 1.5 0 0 1 4 3.5zM2.5 6.5h11M5.5 2v2.5M10.5 2v2.5',
  dateTime:
    'M4 3.5h8a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V5A1.5 1.5 0 0 1 4 3.5zM2.5 6.5h11M5.5 2v2.5M10.5 2v2.5M8 8.3v2l1.4.8',
  time: 'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM8 4.8V8l2.2 1.5',
  duration:
    'M4.5 2.5h7M4.5 13.5h7M5.2 2.5v2.2c0 1.6 2.8 2.4 2.8 3.3s-2.8 1.7-2.8 3.3v2.2M10.8 2.5v2.2c0 1.6-2.8 2.4-2.8 3.3s2.8 1.7 2.8 3.3v2.2',
  select: 'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM5.8 7 8 9.3 10.2 7',
  multiSelect: 'M6.5 4h7M6.5 8h7M6.5 12h7M2.5 4l.8.8L4.7 3.3M2.5 8l.8.8L4.7 7.3M2.5 12l.8.8 1.4-1.5',
  rating: 'M8 2.4l1.7 3.5 3.9.6-2.8 2.7.7 3.9L8 11.2l-3.5 1.9.7-3.9L2.4 6.5l3.9-.6z',
  email: 'M3.5 4h9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM2.7 5l5.3 4 5.3-4',
  url: 'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM2.3 8h11.4M8 2.3c3.2 3.3 3.2 8.1 0 11.4M8 2.3c-3.2 3.3-3.2 8.1 0 11.4',
  phone:
    'M4 2.5h2.2l1 2.7-1.5 1a7 7 0 0 0 4.1 4.1l1-1.5 2.7 1V12a1.5 1.5 0 0 1-1.5 1.5A9.5 9.5 0 0 1 2.5 4 1.5 1.5 0 0 1 4 2.5z',
  json: 'M6 2.8H5.2c-1 0-1.5.5-1.5 1.5v2c0 1-.6 1.7-1.5 1.7.9 0 1.5.7 1.5 1.7v2c0 1 .5 1.5 1.5 1.5H6M10 2.8h.8c1 0 1.5.5 1.5 1.5v2c0 1 .6 1.7 1.5 1.7-.9 0-1.5.7-1.5 1.7v2c0 1-.5 1.5-1.5 1.5H10',
  key: 'M10 2.8a3.2 3.2 0 1 1-2.3 5.4L3 12.9v.6h2.2v-1.6h1.6v-1.6M11 5v.1',
  link: 'M6.7 9.3l2.6-2.6M7.3 4.7l1.2-1.2a2.8 2.8 0 0 1 4 4l-1.2 1.2M8.7 11.3l-1.2 1.2a2.8 2.8 0 0 1-4-4l1.2-1.2',
  attachment: 'M12.5 7.5 7.6 12.4a2.8 2.8 0 0 1-4-4l5.2-5.2a1.9 1.9 0 0 1 2.7 2.7L6.4 11a.9.9 0 0 1-1.3-1.3l4.6-4.6',
  person: 'M8 7.8a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM3 13.5c.4-2.6 2.3-4 5-4s4.6 1.4 5 4',
  shape: 'M3 4.5 8.5 2.5l4.5 4-2 6.5-6.5-.5zM3 4.5a.7.7 0 1 0 0-.1M13 6.5a.7.7 0 1 0 0-.1',
  barcode: 'M2.5 3.5v9M5 3.5v9M7 3.5v9M10 3.5v9M11.5 3.5v9M13.5 3.5v9',
  button:
    'M4 4.5h8a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 10V6A1.5 1.5 0 0 1 4 4.5zM5.5 8h5',
  formula: 'M7.7 3.2c-1.6-.6-2.4.3-2.6 1.8L4 12c-.2 1-.8 1.4-1.7 1.2M3.4 6.8h3.5M8.6 7.6l4.2 5M12.9 7.6l-4.5 5',
  lookup: 'M7 11.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM10.1 10.1l3.4 3.4',
  rollup: 'M12 4.6V3.3H4.3L8.4 8l-4.1 4.7H12v-1.3',
  count: 'M3.6 3v10M6.6 3v10M9.6 3v10M2.3 11.8l10.4-7.6',
  box: 'M8 2l5.2 3v6L8 14l-5.2-3V5zM2.8 5 8 8l5.2-3M8 8v6',
} as const

const iconOf: Partial<Record<UiType, keyof typeof shapes>> = {
  ID: 'key',
  LongText: 'longText',
  Number: 'number',
  AutoNumber: 'number',
  Decimal: 'decimal',
  Currency: 'currency',
  Percent: 'percent',
  Checkbox: 'checkbox',
  Date: 'date',
  Year: 'date',
  DateTime: 'dateTime',
  CreateTime: 'dateTime',
  LastModifiedTime: 'dateTime',
  Time: 'time',
  Duration: 'duration',
  SingleSelect: 'select',
  MultiSelect: 'multiSelect',
  Rating: 'rating',
  Email: 'email',
  URL: 'url',
  PhoneNumber: 'phone',
  JSON: 'json',
  Attachment: 'attachment',
  ForeignKey: 'link',
  LinkToAnotherRecord: 'link',
  Collaborator: 'person',
  Geometry: 'shape',
  Barcode: 'barcode',
  Button: 'button',
  Formula: 'formula',
  Lookup: 'lookup',
  Rollup: 'rollup',
  Count: 'count',
  SpecificDBType: 'box',
}

/** Path data for the icon of a column type; types without one of their own look like text. */
export function typeIconPath(uiType: UiType): string {
  return shapes[iconOf[uiType] ?? 'text']
}
