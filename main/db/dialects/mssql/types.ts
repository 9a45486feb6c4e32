import type { StorageClass } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { NativeColumn } from '@main/db/dialect'

/**
 * Maps storage classes to types. Text is Unicode; single-line text fits an index. Moments are in UTC.
 * https://learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql
 */
const nativeTypes: Readonly<Record<StorageClass, string>> = {
  autoIncrement: 'bigint',
  integer: 'bigint',
  decimal: 'decimal(38,18)',
  float: 'float',
  boolean: 'bit',
  text: 'nvarchar(450)',
  longText: 'nvarchar(max)',
  date: 'date',
  time: 'time(7)',
  dateTime: 'datetime2(7)',
  year: 'smallint',
  json: 'nvarchar(max)',
  blob: 'varbinary(max)',
}
/** The longest text key: 900 bytes. */
const keyText = 'nvarchar(450)'

export function nativeType(storage: StorageClass, column: ColumnDefinition): string {
  if (column.nativeType !== undefined) return column.nativeType
  return storage === 'longText' && (column.primaryKey || column.unique) ? keyText : nativeTypes[storage]
}

/** Types by their first word. */
const guesses: readonly (readonly [RegExp, UiType])[] = [
  [/^bit$/, typeFor.flag],
  [/^(datetime|smalldatetime)/, typeFor.moment],
  [/^date$/, typeFor.day],
  [/^time\b/, typeFor.time],
  [/^(small)?money$/, typeFor.money],
  [/^(tiny|small|big)?int$/, typeFor.whole],
  [/^(decimal|numeric)\(\d+,0\)$/, typeFor.whole],
  [/^(decimal|numeric|float|real)/, typeFor.decimal],
  [/^(n?text|xml|n?varchar\(max\))$/, typeFor.longText],
  [/^(n?(var)?char|uniqueidentifier|sysname)/, typeFor.text],
]

/** Guesses the UI type of a foreign column. */
export function uiTypeOf(column: NativeColumn): UiType {
  if (column.autoIncrement) return column.keyPosition > 0 ? typeFor.key : typeFor.counter
  const type = column.nativeType.trim().toLowerCase()
  return guesses.find(([pattern]) => pattern.test(type))?.[1] ?? typeFor.native
}

/** Formats a type from catalogue facts. Lengths are in bytes, -1 for `max`. */
export function typeText(name: string, bytes: number, precision: number, scale: number): string {
  if (/^n(var)?char$/.test(name)) return `${name}(${bytes === -1 ? 'max' : bytes / 2})`
  if (/^(var)?(char|binary)$/.test(name)) return `${name}(${bytes === -1 ? 'max' : bytes})`
  if (name === 'decimal' || name === 'numeric') return `${name}(${precision},${scale})`
  if (name === 'datetime2' || name === 'time' || name === 'datetimeoffset') return `${name}(${scale})`
  return name
}
