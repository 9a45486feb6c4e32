import { storageClasses } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { Dialect } from '@main/db/dialect'

const plainColumn = {
  name: '',
  title: '',
  uiType: typeFor.text,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
} as const

/** Returns the native types of new columns, each once, in alphabetical order. */
export function dataTypes(dialect: Dialect): string[] {
  return [...new Set(storageClasses.map((storage) => dialect.nativeType(storage, plainColumn)))].toSorted()
}
