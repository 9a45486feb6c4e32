import type { StorageClass } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { NativeColumn } from '@main/db/dialect'
import { exactDecimalType } from './exact-decimal'

/** Maps storage classes to declared types, as existing scripts expect them (wire §16), except decimals. */
const nativeTypes: Readonly<Record<StorageClass, string>> = {
  autoIncrement: 'integer',
  integer: 'integer',
  decimal: exactDecimalType,
  float: 'double',
  boolean: 'boolean',
  text: 'varchar',
  longText: 'text',
  date: 'date',
  time: 'time',
  dateTime: 'datetime',
  year: 'year',
  json: 'text',
  blob: 'blob',
}

export function nativeType(storage: StorageClass, column: ColumnDefinition): string {
  return column.nativeType ?? nativeTypes[storage]
}

/** Declared types of any database by their first word, most specific first. */
const guesses: readonly (readonly [RegExp, UiType])[] = [
  [/^(BOOL|BOOLEAN|BIT)\b|^TINYINT\s*\(\s*1\s*\)/, typeFor.flag],
  [/^(TIMESTAMP|TIMESTAMPTZ|DATETIME|SMALLDATETIME|DATETIME2|DATETIMEOFFSET)/, typeFor.moment],
  [/^DATE\b/, typeFor.day],
  [/^TIME\b|^TIMETZ\b/, typeFor.time],
  [/^YEAR\b/, typeFor.year],
  [/^JSONB?\b/, typeFor.json],
  [/^(MONEY|SMALLMONEY|CURRENCY)\b/, typeFor.money],
  [/^(TEXT|CLOB|NTEXT|TINYTEXT|MEDIUMTEXT|LONGTEXT)\b/, typeFor.longText],
  [/CHAR|TEXT|CLOB|^STRING\b|^UUID\b|^GUID\b|^UNIQUEIDENTIFIER\b|^ENUM\b/, typeFor.text],
  [/^INTERVAL\b|^GEOMETRY\b|^POINT\b|^POLYGON\b|^LINESTRING\b/, typeFor.native],
  [/INT|^SERIAL\b|^BIGSERIAL\b/, typeFor.whole],
  [/REAL|FLOA|DOUB|^DEC(IMAL)?\b/, typeFor.decimal],
  [/BLOB|BINARY|^IMAGE\b/, typeFor.native],
]

/**
 * Guesses the UI type of a foreign column. A generated key is an ID. Foreign keys are a fact of the table, not of the
 * column.
 */
export function uiTypeOf(column: NativeColumn): UiType {
  if (column.autoIncrement) return typeFor.key
  const type = column.nativeType.trim().toUpperCase()
  const numeric = /^(?:NUMERIC|NUMBER)\b\s*(?:\(\s*\d+\s*(?:,\s*(\d+)\s*)?\))?/.exec(type)
  // NUMERIC(10) and NUMERIC(10,0) hold integers, NUMERIC and NUMERIC(10,2) decimals.
  if (numeric) return numeric[0].includes('(') && Number(numeric[1] ?? 0) === 0 ? typeFor.whole : typeFor.decimal
  for (const [pattern, uiType] of guesses) if (pattern.test(type)) return uiType
  // A declared type is only a hint in SQLite: an untyped column holds any value, and text shows all of them.
  return typeFor.text
}
