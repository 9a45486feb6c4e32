import type { StorageClass } from '@common/columns/column-type'
import type { Conversion } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import type { ColumnDefinition } from '@common/model'
import { hasOptions, optionTitles } from '@main/db/conversion-target'
import { textLiteral } from './literals'

/** Form of the values before the change. */
type Source = 'whole' | 'decimal' | 'double' | 'flag' | 'text' | 'choice' | 'fraction' | 'date' | 'bytes'

/**
 * Returns SQL that converts the values of a column whose type changes. A generated column can contain it: it never fails
 * and doesn't depend on the session. Moments and times stay text, which the server then converts (`carrierType`). The
 * column types (`common/columns/types`) define the stored forms.
 *
 * @param column  the quoted column
 * @param nativeType  present type of the column
 * @param fromCheckbox  true if 0 and 1 mean no and yes
 * @returns SQL of the new value: NULL if the value is empty or doesn't fit the new type
 */
export function convertedSql(column: string, nativeType: string, to: ColumnDefinition, fromCheckbox: boolean): string {
  const source = sourceOf(nativeType, fromCheckbox)
  if (source === 'bytes') return `CASE WHEN ${column} IS NULL THEN NULL END`
  const readable = readableText(column, source)
  const { converts } = columnType(to.uiType)
  // Text columns preserve blanks.
  if (converts === 'text') return fitted(readable, to)
  const text = `TRIM(${readable}) COLLATE utf8mb4_bin`
  const value = readers[converts]({ column, text, source, isNumber: numberSources.includes(source), to })
  return source === 'text' || source === 'choice' ? `CASE WHEN ${text} <> '' THEN ${value} END` : value
}

/** SQL that is true for a blank value: its loss doesn't matter. */
export function blankSql(column: string, nativeType: string): string {
  const source = sourceOf(nativeType, false)
  return source === 'text' || source === 'choice'
    ? `(${column} IS NULL OR TRIM(${column}) = '')`
    : `(${column} IS NULL)`
}

/** Returns the type of the generated column with the new values. */
export function carrierType(to: ColumnDefinition, wanted: string): string {
  return carriers[columnType(to.uiType).storage] ?? wanted
}

/** Undefined where a generated column can have the type itself. */
const carriers: Readonly<Record<StorageClass, string | undefined>> = {
  date: 'varchar(40)',
  time: 'varchar(40)',
  dateTime: 'varchar(40)',
  json: 'longtext',
  autoIncrement: undefined,
  integer: undefined,
  decimal: undefined,
  float: undefined,
  boolean: undefined,
  text: undefined,
  longText: undefined,
  year: undefined,
  blob: undefined,
}

function sourceOf(nativeType: string, fromCheckbox: boolean): Source {
  if (fromCheckbox) return 'flag'
  if (/^((tiny|small|medium|big)?int|bit|year)/i.test(nativeType)) return 'whole'
  if (/^(decimal|numeric)/i.test(nativeType)) return 'decimal'
  if (/^(double|float|real)/i.test(nativeType)) return 'double'
  if (/^(datetime|timestamp|time)/i.test(nativeType)) return 'fraction'
  if (/^date$/i.test(nativeType)) return 'date'
  if (/^(enum|set)\b/i.test(nativeType)) return 'choice'
  return /^((var)?binary|(tiny|medium|long)?blob|geometry|point|(multi)?(linestring|polygon)|multipoint)/i.test(
    nativeType,
  )
    ? 'bytes'
    : 'text'
}

/** Readable text of a value. */
function readableText(column: string, source: Source): string {
  const text = `CAST(${column} AS CHAR CHARACTER SET utf8mb4)`
  switch (source) {
    case 'text':
      return `CONVERT(${column} USING utf8mb4)`
    case 'flag':
      return `CASE WHEN ${column} = 1 THEN 'true' WHEN ${column} = 0 THEN 'false' ELSE ${text} END`
    // Trailing zeros aren't shown.
    case 'decimal':
    case 'fraction':
      return `CASE WHEN INSTR(${text}, '.') > 0 THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${text})) ELSE ${text} END`
    default:
      return text
  }
}

function fitted(text: string, to: ColumnDefinition): string {
  return columnType(to.uiType).storage === 'text' ? `CASE WHEN CHAR_LENGTH(${text}) <= 255 THEN ${text} END` : text
}

const numberSources: readonly Source[] = ['whole', 'decimal', 'double', 'flag']

/** SQL of a value: as stored in the column, and as trimmed text. */
interface Given {
  readonly column: string
  readonly text: string
  readonly source: Source
  readonly isNumber: boolean
  readonly to: ColumnDefinition
}

const asItIs = ({ text, to }: Given): string => fitted(text, to)

const readers: Readonly<Record<Conversion, (given: Given) => string>> = {
  text: asItIs,
  trimmed: asItIs,
  whole({ column, text, source, isNumber, to }) {
    const number = isNumber ? wholeOfNumber(column, source) : wholeOfText(text)
    const range = columnType(to.uiType).range?.(to.options)
    return range === undefined ? number : between(number, range.low, range.high)
  },
  decimal: ({ column, text, source, isNumber }) => (isNumber ? decimalOfNumber(column, source) : decimalOfText(text)),
  double: ({ column, text, source, isNumber }) => (isNumber ? doubleOfNumber(column, source) : doubleOfText(text)),
  flag: ({ column, text, source }) =>
    source === 'flag'
      ? column
      : `CASE WHEN LOWER(${text}) IN ('1', '1.0', 'true', 'yes', 'on') THEN 1 WHEN LOWER(${text}) IN ('0', '0.0', 'false', 'no', 'off') THEN 0 END`,
  day: ({ text }) => dateSql(text),
  moment: ({ text }) => dateTimeSql(text),
  time: ({ text }) => `CASE WHEN ${text} REGEXP '^${clock}$' THEN ${clockText(text)} END`,
  json: ({ text }) => `CASE WHEN JSON_VALID(${text}) THEN ${text} END`,
  choice: ({ text, to }) =>
    hasOptions(to)
      ? `CASE WHEN ${text} IN (${optionTitles(to).map(textLiteral).join(', ')}) THEN ${text} END`
      : fitted(text, to),
  choices: ({ text, to }) => (hasOptions(to) ? multiSelectSql(text, to) : fitted(text, to)),
}

const int64 = 'BETWEEN -9223372036854775808 AND 9223372036854775807'
const between = (number: string, low: number, high: number): string =>
  `CASE WHEN ${number} BETWEEN ${low} AND ${high} THEN ${number} END`

function wholeOfNumber(column: string, source: Source): string {
  if (source === 'whole') return `CASE WHEN ${column} ${int64} THEN ${column} END`
  if (source === 'flag') return column
  // A double beyond 2^53 isn't exact.
  const limit = source === 'double' ? `ABS(${column}) < 9007199254740992` : `${column} ${int64}`
  return `CASE WHEN ${limit} AND ${column} = FLOOR(${column}) THEN CAST(${column} AS SIGNED) END`
}

/** Accepts JSON numbers only: leading zeros, plus signs and hexadecimal would not survive the way back. */
function wholeOfText(text: string): string {
  const digits = `CAST(${text} AS DECIMAL(40, 0))`
  return `CASE WHEN ${text} REGEXP '^-?(0|[1-9][0-9]{0,18})([.]0{1,20})?$' THEN CASE WHEN ${digits} ${int64} THEN CAST(${digits} AS SIGNED) END
    WHEN ${text} REGEXP '${exponent}' THEN CASE WHEN ABS(${text} + 0e0) < 9007199254740992 AND ${text} + 0e0 = FLOOR(${text} + 0e0) THEN CAST(${text} + 0e0 AS SIGNED) END END`
}

function decimalOfNumber(column: string, source: Source): string {
  return source === 'double' ? `CASE WHEN ABS(${column}) < 1e35 THEN CAST(${column} AS DECIMAL(65, 30)) END` : column
}

function decimalOfText(text: string): string {
  return `CASE WHEN ${text} REGEXP '^-?(0|[1-9][0-9]{0,34})([.][0-9]{1,30})?$' THEN CAST(${text} AS DECIMAL(65, 30))
    WHEN ${text} REGEXP '${exponent}' THEN CASE WHEN ABS(${text} + 0e0) BETWEEN 1e-15 AND 1e30 THEN CAST(${text} + 0e0 AS DECIMAL(65, 30)) END END`
}

/** Rejects more digits than a double can hold. */
function doubleOfNumber(column: string, source: Source): string {
  if (source === 'whole') return `CASE WHEN ABS(${column}) <= 9007199254740992 THEN ${column} + 0e0 END`
  return source === 'decimal'
    ? `CASE WHEN CAST(${column} + 0e0 AS DECIMAL(65, 30)) = ${column} THEN ${column} + 0e0 END`
    : `${column} + 0e0`
}

function doubleOfText(text: string): string {
  const digits = `CHAR_LENGTH(REPLACE(REPLACE(${text}, '-', ''), '.', ''))`
  return `CASE WHEN ${text} REGEXP '^-?(0|[1-9][0-9]*)([.][0-9]+)?$' AND ${digits} <= 15 THEN ${text} + 0e0
    WHEN ${text} REGEXP '${exponent}' THEN ${text} + 0e0 END`
}

const exponent = '^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,14})?[eE][+-]?[0-9]{1,2}$'

const clock = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?'
const clockText = (text: string): string =>
  `CASE WHEN CHAR_LENGTH(${text}) = 5 THEN CONCAT(${text}, ':00') ELSE ${text} END`

/** True if ten characters are an existing day: computed, because a cast would fail the statement. */
function isDay(text: string): string {
  const part = (from: number, length: number): string => `CAST(SUBSTRING(${text}, ${from}, ${length}) AS UNSIGNED)`
  const [year, month, day] = [part(1, 4), part(6, 2), part(9, 2)]
  const leap = `(${year} % 4 = 0 AND (${year} % 100 <> 0 OR ${year} % 400 = 0))`
  return `CASE WHEN LEFT(${text}, 10) REGEXP '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN ${year} > 0 AND ${day} > 0 AND ${day} <=
    CASE WHEN ${month} IN (4, 6, 9, 11) THEN 30 WHEN ${month} = 2 THEN CASE WHEN ${leap} THEN 29 ELSE 28 END
    WHEN ${month} BETWEEN 1 AND 12 THEN 31 ELSE 0 END ELSE 0 END`
}

/** Accepts a day, or a moment at midnight: any other time would get lost. */
function dateSql(text: string): string {
  return `CASE WHEN ${isDay(text)} AND SUBSTRING(${text}, 11) REGEXP '^([T ][0:.]*Z?)?$' THEN LEFT(${text}, 10) END`
}

/** ISO 8601 with or without a zone, converted to UTC with fractional seconds. */
function dateTimeSql(text: string): string {
  const rest = `SUBSTRING(${text}, 12)`
  const day = `LEFT(${text}, 10)`
  const local = `SUBSTRING(${rest}, 1, CHAR_LENGTH(${rest}) - 6)`
  const minutes = `(CAST(SUBSTRING(${text}, -5, 2) AS SIGNED) * 60 + CAST(SUBSTRING(${text}, -2) AS SIGNED))`
  // Minutes since the beginning of the calendar, without the offset of the zone.
  const utc = `(TO_DAYS(${day}) * 1440 + CAST(LEFT(${rest}, 2) AS SIGNED) * 60 + CAST(SUBSTRING(${rest}, 4, 2) AS SIGNED)
    - CASE WHEN SUBSTRING(${text}, -6, 1) = '-' THEN -1 ELSE 1 END * ${minutes})`
  const two = (number: string): string => `LPAD(${number}, 2, '0')`
  return `CASE WHEN ${isDay(text)} THEN CASE
    WHEN CHAR_LENGTH(${text}) = 10 THEN CONCAT(${text}, ' 00:00:00')
    WHEN SUBSTRING(${text}, 11, 1) NOT IN (' ', 'T') THEN NULL
    WHEN ${rest} REGEXP '^${clock}Z?$' THEN CONCAT(${day}, ' ', ${clockText(`TRIM(TRAILING 'Z' FROM ${rest})`)})
    WHEN ${rest} REGEXP '^${clock}[+-][0-9]{2}:[0-5][0-9]$' THEN CONCAT(FROM_DAYS(${utc} DIV 1440), ' ', ${two(`${utc} % 1440 DIV 60`)}, ':',
      ${two(`${utc} % 60`)}, CASE WHEN CHAR_LENGTH(${local}) > 5 THEN SUBSTRING(${local}, 6) ELSE ':00' END) END END`
}

/** Accepts titles of options, joined by commas. */
function multiSelectSql(text: string, to: ColumnDefinition): string {
  const one = `(${optionTitles(to).map(literalPattern).join('|')})`
  return `CASE WHEN ${text} REGEXP ${textLiteral(`^${one}( *, *${one})*$`)} THEN REGEXP_REPLACE(${text}, ' *, *', ',') END`
}

/** Escapes a text as a regular expression. */
const literalPattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '^' || sign === '\\' ? `\\${sign}` : `[${sign}]`))
