import type { StorageClass } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { NativeColumn } from '@main/db/dialect'

/**
 * Maps storage classes to types, as existing scripts expect them (wire §16). Keys are 64-bit, moments are in UTC. JSON
 * keeps its text: `jsonb` would change order, blanks and digits. https://www.postgresql.org/docs/current/datatype.html
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

/** Types by their first word, as `format_type` writes them. Arrays match first. */
const guesses: readonly (readonly [RegExp, UiType])[] = [
  [/\[\]$/, typeFor.native],
  [/^bool/, typeFor.flag],
  [/^timestamp/, typeFor.moment],
  [/^date$/, typeFor.day],
  [/^time\b/, typeFor.time],
  [/^jsonb?$/, typeFor.json],
  [/^money$/, typeFor.money],
  [/^(smallint|integer|bigint|int[248]?|(small|big)?serial)$/, typeFor.whole],
  [/^(numeric|decimal)\(\d+(,0)?\)$/, typeFor.whole],
  [/^(numeric|decimal|real|double precision|float[48]?)/, typeFor.decimal],
  [/^(text|xml)$/, typeFor.longText],
  [/^(character|varchar|char|bpchar|uuid|citext|name$|"char"$)/, typeFor.text],
]

/** Guesses the UI type of a foreign column. */
export function uiTypeOf(column: NativeColumn): UiType {
  if (column.autoIncrement) return column.keyPosition > 0 ? typeFor.key : typeFor.counter
  if (column.choices !== undefined) return typeFor.choice
  const type = column.nativeType.trim().toLowerCase()
  return guesses.find(([pattern]) => pattern.test(type))?.[1] ?? typeFor.native
}
