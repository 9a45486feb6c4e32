import type { Column } from '@common/model'

/** A column of no table, for reading values where there is none yet. */
export const blankColumn: Column = {
  name: '',
  title: '',
  uiType: 'SingleLineText',
  nativeType: '',
  required: false,
  primaryKey: false,
  autoIncrement: false,
  unique: false,
  defaultValue: null,
  generated: false,
  primaryValue: false,
  options: {},
}
