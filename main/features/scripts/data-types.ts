import { storageClasses } from '@common/columns/column-type'
import type { Dialect } from '@main/db/dialect'

const plainColumn = {
  name: '',
  title: '',
  uiType: 'SingleLineText',
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
} as const

/** Names of the types that new columns get, each once, in the order of the alphabet. */
export function dataTypes(dialect: Dialect): string[] {
  return [...new Set(storageClasses.map((storage) => dialect.nativeType(storage, plainColumn)))].toSorted()
}
