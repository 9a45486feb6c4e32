import type { StorageClass } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { NativeColumn } from '@main/db/dialect'
import { textLiteral, unescaped } from './literals'

/**
 * Maps storage classes to types, as existing scripts expect them (wire §16), but wide enough for all values: 64-bit
 * integers, maximal decimals, years before 1901, fractional seconds, text beyond 64 kB. Choices are text, so that
 * changing them doesn't rewrite the table and they sort as on every other engine. https://mariadb.com/kb/en/data-types/
 */
const nativeTypes: Readonly<Record<StorageClass, string>> = {
  autoIncrement: 'bigint',
  integer: 'bigint',
  decimal: 'decimal(65,30)',
  float: 'double',
  boolean: 'tinyint(1)',
  text: 'varchar(255)',
  longText: 'longtext',
  date: 'date',
  time: 'time(6)',
  dateTime: 'datetime(6)',
  year: 'smallint',
  json: 'json',
  blob: 'longblob',
}
/** The longest text key: 3072 bytes, up to four per character. */
const keyText = 'varchar(700)'

export function nativeType(storage: StorageClass, column: ColumnDefinition): string {
  if (column.nativeType !== undefined) return column.nativeType
  return storage === 'longText' && (column.primaryKey || column.unique) ? keyText : nativeTypes[storage]
}

/** True for types whose default must be an expression in brackets. */
export const needsBrackets = (nativeType: string): boolean =>
  /^(tiny|medium|long)?(text|blob)\b|^json\b/i.test(nativeType)

/** Types by their first word, as `COLUMN_TYPE` writes them. */
const guesses: readonly (readonly [RegExp, UiType])[] = [
  [/^(tinyint\(1\)|bit\(1\)|bool)/, typeFor.flag],
  [/^enum\b/, typeFor.choice],
  [/^set\b/, typeFor.choices],
  [/^(datetime|timestamp)/, typeFor.moment],
  [/^date$/, typeFor.day],
  [/^time\b/, typeFor.time],
  [/^year/, typeFor.year],
  [/^json$/, typeFor.json],
  [/^(tiny|small|medium|big)?int/, typeFor.whole],
  [/^decimal\(\d+,0\)/, typeFor.whole],
  [/^(decimal|numeric|float|double|real)/, typeFor.decimal],
  [/^(tiny|medium|long)?text/, typeFor.longText],
  [/^(var)?char|^uuid|^inet[46]/, typeFor.text],
]

/** Guesses the UI type of a foreign column. */
export function uiTypeOf(column: NativeColumn): UiType {
  if (column.autoIncrement) return column.keyPosition > 0 ? typeFor.key : typeFor.counter
  const type = column.nativeType.trim().toLowerCase()
  return guesses.find(([pattern]) => pattern.test(type))?.[1] ?? typeFor.native
}

/** Returns the options of `enum('a','it''s')` in order. */
export function choicesOf(columnType: string): readonly string[] | undefined {
  const list = /^(?:enum|set)\((.*)\)$/is.exec(columnType)?.[1]
  if (list === undefined) return undefined
  return [...list.matchAll(/'((?:[^'\\]|\\.|'')*)'/gs)].map(([, text = '']) => unescaped(text))
}

/** Converts the server's text of a type for use in our statements: options without backslash escapes. */
export function typeText(columnType: string): string {
  const choices = choicesOf(columnType)
  return choices === undefined
    ? columnType
    : `${columnType.slice(0, columnType.indexOf('('))}(${choices.map(textLiteral).join(', ')})`
}
