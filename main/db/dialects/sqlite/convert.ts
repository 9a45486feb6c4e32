import type { Conversion } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import type { ColumnDefinition } from '@common/model'
import { hasOptions, optionTitles } from '@main/db/conversion-target'
import { exactDecimalSql } from './exact-decimal'
import { textLiteral } from './literals'

/**
 * Returns SQL that converts the values of a column whose type changes. It runs inside the transaction of the change. The
 * column types (`common/columns/types`) define the stored forms.
 *
 * @param value  SQL of the stored value
 * @param fromCheckbox  true if 0 and 1 mean no and yes
 * @returns SQL of the new value: NULL where the value is empty or does not fit the new type
 */
export function convertedSql(value: string, to: ColumnDefinition, fromCheckbox: boolean): string {
  const text = `trim(CAST(${value} AS TEXT))`
  const { converts } = columnType(to.uiType)
  const readableSql = readableText(value, text, fromCheckbox)
  // Text columns preserve blanks.
  if (converts === 'text') return `CASE WHEN typeof(${value}) <> 'blob' THEN ${readableSql} END`
  // A NUL ends text for most functions, and bytes aren't text: such values fit no other type.
  const readable = `typeof(${value}) <> 'blob' AND instr(CAST(${value} AS TEXT), char(0)) = 0`
  return `CASE WHEN ${readable} AND ${text} <> '' THEN ${readers[converts]({ value, text, readable: readableSql, to })} END`
}

/** SQL of a value: as stored, as trimmed text, and as the text that users see. */
interface Given {
  readonly value: string
  readonly text: string
  readonly readable: string
  readonly to: ColumnDefinition
}

const asItIs = ({ readable }: Given): string => readable

const readers: Readonly<Record<Conversion, (given: Given) => string>> = {
  text: asItIs,
  trimmed: asItIs,
  whole({ value, text, to }) {
    const range = columnType(to.uiType).range?.(to.options)
    return range === undefined ? wholeSql(value, text) : between(wholeSql(value, text), range.low, range.high)
  },
  decimal: ({ value }) => exactDecimalSql(value),
  double({ value, text }) {
    // A double can't hold every 64-bit integer.
    const number = numberSql(value, text)
    return `CASE WHEN typeof(${number}) = 'real' OR abs(${number}) <= 9007199254740991 THEN ${number} END`
  },
  flag: ({
    text,
  }) => `CASE lower(${text}) WHEN '1' THEN 1 WHEN '1.0' THEN 1 WHEN 'true' THEN 1 WHEN 'yes' THEN 1 WHEN 'on' THEN 1
        WHEN '0' THEN 0 WHEN '0.0' THEN 0 WHEN 'false' THEN 0 WHEN 'no' THEN 0 WHEN 'off' THEN 0 END`,
  day: ({ text }) => dateSql(text),
  moment: ({ text }) => dateTimeSql(text),
  time: ({ text }) => timeSql(text),
  json({ readable }) {
    const chosen = `trim(${readable})`
    return `CASE WHEN json_valid(${chosen}) THEN ${chosen} END`
  },
  choice({ readable, to }) {
    const chosen = `trim(${readable})`
    return hasOptions(to) ? `CASE WHEN ${chosen} IN (${optionList(to)}) THEN ${chosen} END` : chosen
  },
  choices({ readable, to }) {
    const chosen = `trim(${readable})`
    return hasOptions(to) ? multiSelectSql(chosen, to) : chosen
  },
}

/** Text unchanged, whole doubles without `.0`, and words for yes and no. */
function readableText(value: string, text: string, fromCheckbox: boolean): string {
  const plain = `CASE typeof(${value}) WHEN 'text' THEN ${value}
    WHEN 'real' THEN CASE WHEN ${value} = CAST(${value} AS INTEGER) AND abs(${value}) < 1e15 THEN CAST(CAST(${value} AS INTEGER) AS TEXT) ELSE ${text} END
    ELSE ${text} END`
  return fromCheckbox ? `CASE ${text} WHEN '1' THEN 'true' WHEN '0' THEN 'false' ELSE ${plain} END` : plain
}

/**
 * Accepts JSON numbers only: leading zeros, plus signs and hexadecimal would not survive the way back. Rejects more digits
 * than a double keeps.
 */
function numberSql(value: string, text: string): string {
  const digits = `length(replace(replace(${text}, '-', ''), '.', ''))`
  return `CASE WHEN typeof(${value}) IN ('integer', 'real') THEN ${value}
    WHEN json_valid(${text}) AND json_type(${text}) = 'integer' AND CAST(CAST(${text} AS INTEGER) AS TEXT) = ${text} THEN CAST(${text} AS INTEGER)
    WHEN json_valid(${text}) AND json_type(${text}) IN ('integer', 'real') AND ${digits} <= 15 AND abs(CAST(${text} AS REAL)) < 1e308 THEN CAST(${text} AS NUMERIC) END`
}

function wholeSql(value: string, text: string): string {
  const number = numberSql(value, text)
  return `CASE WHEN typeof(${number}) = 'integer' THEN ${number}
    WHEN abs(${number}) < 9007199254740992 AND ${number} = CAST(${number} AS INTEGER) THEN CAST(${number} AS INTEGER) END`
}

const between = (number: string, low: number, high: number): string =>
  `CASE WHEN ${number} BETWEEN ${low} AND ${high} THEN ${number} END`

const datePattern = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'

/** Accepts a day, or a moment at midnight: any other time would get lost. */
function dateSql(text: string): string {
  const day = `substr(${text}, 1, 10)`
  return `CASE WHEN ${day} GLOB '${datePattern}' AND date(${day}) = ${day}
    AND rtrim(replace(replace(substr(${text}, 11), 'T', ''), ' ', ''), '0:.Z') = '' THEN ${day} END`
}

/** ISO 8601 with or without a zone, converted to UTC with fractional seconds. */
function dateTimeSql(text: string): string {
  const day = `substr(${text}, 1, 10)`
  const fraction = `instr(substr(${text}, 12), '.') > 0`
  return `CASE WHEN ${day} GLOB '${datePattern}' AND date(${day}) = ${day} AND (length(${text}) = 10 OR substr(${text}, 11, 1) IN (' ', 'T'))
    THEN CASE WHEN ${fraction} THEN ${withFraction(text)} ELSE datetime(${text}) END END`
}

/** SQLite computes in milliseconds, so more digits survive only without a zone. */
function withFraction(text: string): string {
  const day = `substr(${text}, 1, 10)`
  const zone = `substr(${text}, 12) GLOB '*[Z+-]*'`
  return `CASE WHEN ${zone} THEN CASE WHEN rtrim(${text}, 'Z') GLOB '*.[0-9][0-9][0-9]' THEN strftime('%Y-%m-%d %H:%M:%f', ${text}) END
    WHEN datetime(${text}) IS NOT NULL THEN ${day} || ' ' || substr(${text}, 12) END`
}

function timeSql(text: string): string {
  const shaped = `(${text} GLOB '[0-9][0-9]:[0-9][0-9]*' AND time(${text}) IS NOT NULL)`
  return `CASE WHEN ${shaped} AND length(${text}) = 5 THEN ${text} || ':00'
    WHEN ${shaped} AND ${text} NOT GLOB '*[^0-9:.]*' AND length(${text}) >= 8 THEN ${text} END`
}

const optionList = (to: ColumnDefinition): string => optionTitles(to).map(textLiteral).join(', ') || 'NULL'

/** Splits a text at commas into options. */
function multiSelectSql(text: string, to: ColumnDefinition): string {
  const parts = `json_each('[' || replace(json_quote(${text}), ',', '","') || ']')`
  return `CASE WHEN NOT EXISTS (SELECT 1 FROM ${parts} WHERE trim(value) NOT IN (${optionList(to)}))
    THEN (SELECT group_concat(trim(value), ',') FROM ${parts}) END`
}
