import type { StorageClass } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { NativeColumn } from '@main/db/dialect'

/**
 * Storage class → type, as existing scripts know them (wire §16). Keys count to 2^63, and moments know that they are
 * UTC. JSON is kept as it was written: `jsonb` would change order, blanks and digits.
 * https://www.postgresql.org/docs/current/datatype.html
 */
const nativeTypes: Readonly<Record<StorageClass, string>> = {
  autoIncrement: 'bigint',
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  boolean: 'boolean',
  text: 'character varying',
  longText: 'text',
  date: 'date',
  time: 'time without time zone',
  dateTime: 'timestamp with time zone',
  year: 'integer',
  json: 'json',
  blob: 'bytea',
}

export function nativeType(storage: StorageClass, column: ColumnDefinition): string {
  return column.nativeType ?? nativeTypes[storage]
}

/** Types by the word they begin with, as `format_type` writes them. Arrays are matched before. */
const guesses: readonly (readonly [RegExp, UiType])[] = [
  [/\[\]$/, 'SpecificDBType'],
  [/^bool/, 'Checkbox'],
  [/^timestamp/, 'DateTime'],
  [/^date$/, 'Date'],
  [/^time\b/, 'Time'],
  [/^jsonb?$/, 'JSON'],
  [/^money$/, 'Currency'],
  [/^(smallint|integer|bigint|int[248]?|(small|big)?serial)$/, 'Number'],
  [/^(numeric|decimal)\(\d+(,0)?\)$/, 'Number'],
  [/^(numeric|decimal|real|double precision|float[48]?)/, 'Decimal'],
  [/^(text|xml)$/, 'LongText'],
  [/^(character|varchar|char|bpchar|uuid|citext|name$|"char"$)/, 'SingleLineText'],
]

/** What a column that Basalt has not made probably holds. */
export function uiTypeOf(column: NativeColumn): UiType {
  if (column.autoIncrement) return column.keyPosition > 0 ? 'ID' : 'AutoNumber'
  if (column.choices !== undefined) return 'SingleSelect'
  const type = column.nativeType.trim().toLowerCase()
  return guesses.find(([pattern]) => pattern.test(type))?.[1] ?? 'SpecificDBType'
}
