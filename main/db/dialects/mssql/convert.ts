import type { Conversion } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import type { ColumnDefinition } from '@common/model'
import { hasOptions, optionTitles, wholeRange } from '@main/db/conversion-target'
import { textLiteral } from './literals'
import { shownText } from './text'

/** The column whose type changes. */
export interface ConvertedFrom {
  readonly nativeType: string
  /** True if 0 and 1 mean no and yes. */
  readonly fromCheckbox: boolean
}

/**
 * Returns SQL of the text that the new type of a column reads as the new value; NULL if the value is empty or doesn't fit.
 *
 * @param value  SQL of the stored value
 */
export function convertedSql(value: string, from: ConvertedFrom, to: ColumnDefinition): string {
  const readable = readableText(value, from)
  const { converts } = columnType(to.uiType)
  // Text columns preserve blanks.
  if (converts === 'text') return readable
  const text = trimmed(readsWords.includes(converts) ? readable : readableText(value, { ...from, fromCheckbox: false }))
  const given: Given = { text: 'given.shown', chosen: 'given.chosen', to }
  // Named, because conversions repeat it.
  return `(SELECT CASE WHEN given.shown <> N'' THEN ${readers[converts](given)} END FROM (SELECT ${text} AS shown, ${trimmed(readable)} AS chosen) AS given)`
}

/** Conversions that read yes and no as words. For others, yes is 1. */
const readsWords: readonly Conversion[] = ['choice', 'choices', 'flag']

const trimmed = (text: string): string => `LTRIM(RTRIM(${text}))`

/** Readable text of a value. Bytes aren't text. */
export function readableText(value: string, { nativeType, fromCheckbox }: ConvertedFrom): string {
  if (/binary|^image$|^timestamp$/.test(nativeType)) return 'CAST(NULL AS nvarchar(max))'
  if (nativeType === 'bit' && fromCheckbox) return `CASE ${value} WHEN 1 THEN N'true' WHEN 0 THEN N'false' END`
  const text = shownText(nativeType, value)
  return fromCheckbox ? `CASE ${text} WHEN N'1' THEN N'true' WHEN N'0' THEN N'false' ELSE ${text} END` : text
}

/** SQL of a value: as trimmed text, and as the trimmed text that users see. */
interface Given {
  readonly text: string
  readonly chosen: string
  readonly to: ColumnDefinition
}

const asItIs = ({ chosen }: Given): string => chosen

const readers: Readonly<Record<Conversion, (given: Given) => string>> = {
  text: asItIs,
  trimmed: asItIs,
  whole({ text, to }) {
    const { low, high } = wholeRange(to)
    return wholeSql(text, low, high)
  },
  decimal: ({ text }) => numberSql(text, decimalSql(text)),
  double: ({ text }) =>
    numberSql(text, `CASE WHEN LEN(REPLACE(REPLACE(${text}, N'-', N''), N'.', N'')) <= 15 THEN ${text} END`),
  flag: ({ text }) => `CASE WHEN LOWER(${text}) IN (N'1', N'1.0', N'true', N'yes', N'on') THEN N'1'
        WHEN LOWER(${text}) IN (N'0', N'0.0', N'false', N'no', N'off') THEN N'0' END`,
  day: ({ text }) =>
    `CASE WHEN ${isDay(text)} AND REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(SUBSTRING(${text}, 11, 30), N'T', N''), N'Z', N''), N' ', N''), N':', N''), N'.', N''), N'0', N'') = N'' THEN LEFT(${text}, 10) END`,
  moment: ({ text }) => `CASE WHEN ${isDay(text)} AND (LEN(${text}) = 10 OR SUBSTRING(${text}, 11, 1) IN (N' ', N'T'))
        THEN CONVERT(nvarchar(30), CAST(SWITCHOFFSET(TRY_CAST(${momentText(text)} AS datetimeoffset(7)), '+00:00') AS datetime2(7)), 121) END`,
  time: ({
    text,
  }) => `CASE WHEN ${text} LIKE N'[0-2][0-9]:[0-5][0-9]%' AND ${text} NOT LIKE N'%[^0-9:.]%' AND (LEN(${text}) = 5 OR LEN(${text}) >= 8)
        THEN CONVERT(nvarchar(20), TRY_CAST(${text} AS time(7))) END`,
  // Brackets make any single value valid JSON: ISJSON alone accepts lists and objects only.
  json: ({ text }) =>
    `CASE WHEN ISJSON(N'[' + ${text} + N']') = 1 AND (SELECT COUNT(*) FROM OPENJSON(CASE WHEN ISJSON(N'[' + ${text} + N']') = 1 THEN N'[' + ${text} + N']' ELSE N'[]' END)) = 1 THEN ${text} END`,
  choice: ({ chosen, to }) =>
    hasOptions(to) ? `CASE WHEN ${exact(chosen)} IN (${optionList(to)}) THEN ${chosen} END` : chosen,
  choices: ({ chosen, to }) =>
    hasOptions(to)
      ? `CASE WHEN NOT EXISTS (SELECT 1 FROM STRING_SPLIT(${chosen}, N',') WHERE ${exact('LTRIM(RTRIM(value))')} NOT IN (${optionList(to)}))
            THEN (SELECT STRING_AGG(LTRIM(RTRIM(value)), N',') FROM STRING_SPLIT(${chosen}, N',')) END`
      : chosen,
}

/** Accepts JSON numbers only: leading zeros, plus signs and hexadecimal would not survive the way back. */
function numberSql(text: string, then: string): string {
  const unsigned = `CASE WHEN LEFT(${text}, 1) = N'-' THEN SUBSTRING(${text}, 2, 400) ELSE ${text} END`
  return `CASE WHEN ${unsigned} LIKE N'[0-9]%' AND ${unsigned} NOT LIKE N'0[0-9]%' AND ${text} NOT LIKE N'%[^-+.0-9eE]%' AND ${text} NOT LIKE N'%.' AND ${text} NOT LIKE N'%.[eE]%'
    AND TRY_CAST(${text} AS float) IS NOT NULL THEN ${then} END`
}

/** Parses numbers with an exponent as doubles. Rejects numbers with more places than the type has. */
const decimalSql = (text: string): string => {
  const places = `LEN(REPLACE(RTRIM(REPLACE(${text}, N'0', N' ')), N' ', N'0')) - CHARINDEX(N'.', ${text})`
  const ofFloat = `TRY_CAST(TRY_CAST(${text} AS float) AS decimal(38,18))`
  return `CONVERT(nvarchar(60), CASE WHEN ${text} LIKE N'%[eE]%' THEN CASE WHEN CAST(${ofFloat} AS float) = TRY_CAST(${text} AS float) THEN ${ofFloat} END
    WHEN CHARINDEX(N'.', ${text}) = 0 OR ${places} <= 18 THEN TRY_CAST(${text} AS decimal(38,18)) END)`
}

function wholeSql(text: string, low: string, high: string): string {
  const number = `CASE WHEN ${text} LIKE N'%[eE]%' THEN TRY_CAST(TRY_CAST(${text} AS float) AS decimal(38,9)) ELSE TRY_CAST(${text} AS decimal(38,9)) END`
  return numberSql(
    text,
    `(SELECT CASE WHEN n BETWEEN ${low} AND ${high} AND n = FLOOR(n) THEN CONVERT(nvarchar(30), CAST(n AS bigint)) END FROM (SELECT ${number} AS n) AS whole)`,
  )
}

const isDay = (text: string): string =>
  `${text} LIKE N'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]%' AND TRY_CONVERT(date, LEFT(${text}, 10), 23) IS NOT NULL`

/** ISO 8601 as the server reads it: with seconds and a T. */
const momentText = (text: string): string =>
  `CASE LEN(${text}) WHEN 10 THEN ${text} + N'T00:00:00Z' WHEN 16 THEN REPLACE(${text}, N' ', N'T') + N':00Z' ELSE REPLACE(${text}, N' ', N'T') + CASE WHEN ${text} LIKE N'%[Z+]%' OR SUBSTRING(${text}, 12, 40) LIKE N'%-%' THEN N'' ELSE N'Z' END END`

/** Compares exactly, whatever the database's collation. */
const exact = (text: string): string => `${text} COLLATE Latin1_General_100_BIN2`

const optionList = (to: ColumnDefinition): string => optionTitles(to).map(textLiteral).join(', ')
