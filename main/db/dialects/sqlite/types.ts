import type { StorageClass } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { NativeColumn } from '@main/db/dialect'
import { exactDecimalType } from './exact-decimal'

/** Storage class → declared type, as existing scripts find them (wire §16), but for decimals. */
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

/** Declared types by the word they begin with, most telling first. Their authors may come from any other database. */
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
 * What a column that Basalt has not made probably holds. A key that the database fills by itself is an ID;
 * foreign keys are told by the table, not by the column.
 */
export function uiTypeOf(column: NativeColumn): UiType {
  if (column.autoIncrement) return typeFor.key
  const type = column.nativeType.trim().toUpperCase()
  const numeric = /^(?:NUMERIC|NUMBER)\b\s*(?:\(\s*\d+\s*(?:,\s*(\d+)\s*)?\))?/.exec(type)
  // NUMERIC(10) and NUMERIC(10,0) hold whole numbers, NUMERIC and NUMERIC(10,2) fractions.
  if (numeric) return numeric[0].includes('(') && Number(numeric[1] ?? 0) === 0 ? typeFor.whole : typeFor.decimal
  for (const [pattern, uiType] of guesses) if (pattern.test(type)) return uiType
  // A declared type is a hint only in SQLite: a column without one may hold anything, text shows it all.
  return typeFor.text
}
