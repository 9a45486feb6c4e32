/** Names of all column types, as the wire and the metadata store them (S2 §3). */
export const uiTypes = [
  'ID',
  'LinkToAnotherRecord',
  'ForeignKey',
  'Lookup',
  'SingleLineText',
  'LongText',
  'Attachment',
  'Checkbox',
  'MultiSelect',
  'SingleSelect',
  'Collaborator',
  'Date',
  'Year',
  'Time',
  'PhoneNumber',
  'Email',
  'URL',
  'Number',
  'Decimal',
  'Currency',
  'Percent',
  'Duration',
  'Rating',
  'Formula',
  'Rollup',
  'Count',
  'DateTime',
  'CreateTime',
  'LastModifiedTime',
  'AutoNumber',
  'Geometry',
  'JSON',
  'Barcode',
  'Button',
  'SpecificDBType',
] as const
export type UiType = (typeof uiTypes)[number]

/** True if two columns have the same type. */
export const isSameType = (one: { readonly uiType: UiType }, other: { readonly uiType: UiType }): boolean =>
  one.uiType === other.uiType
