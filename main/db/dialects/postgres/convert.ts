import type { Conversion } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import type { ColumnDefinition } from '@common/model'
import { asText } from './comparison'
import { hasOptions, optionTitles, wholeRange } from '@main/db/conversion-target'
import { textLiteral } from './literals'

/** The column whose type changes, and a capability of the server. */
export interface ConvertedFrom {
  readonly nativeType: string
  /** True if 0 and 1 mean no and yes. */
  readonly fromCheckbox: boolean
  /** `pg_input_is_valid`, since PostgreSQL 16. */
  readonly checksInput: boolean
}

/**
 * Returns SQL that converts the values of a column whose type changes. It runs inside the transaction of the change. The
 * column types (`common/columns/types`) define the stored forms.
 *
 * Each cast that may fail has its own WHEN, because AND guarantees no order.
 *
 * @param value  SQL of the stored value
 * @returns SQL of the new value, not yet of its type: NULL if the value is empty or doesn't fit
 */
export function convertedSql(value: string, from: ConvertedFrom, to: ColumnDefinition): string {
  const readable = readableText(value, from)
  const { converts } = columnType(to.uiType)
  // Text columns preserve blanks.
  if (converts === 'text') return readable
  const text = readsWords.includes(converts) ? `btrim(${readable})` : `btrim(${bareText(value, from)})`
  return `CASE WHEN ${text} <> '' THEN ${readers[converts]({ text, readable, to, from })} END`
}

/** Conversions that read yes and no as words. For others, yes is 1. */
const readsWords: readonly Conversion[] = ['choice', 'choices', 'flag', 'json']

function bareText(value: string, from: ConvertedFrom): string {
  if (from.nativeType === 'boolean') return `CASE WHEN ${value} THEN '1' WHEN NOT ${value} THEN '0' END`
  return readableText(value, { ...from, fromCheckbox: false })
}

/** Readable text of a value: numbers without trailing zeros, yes and no as words. Bytes aren't text. */
export function readableText(value: string, { nativeType, fromCheckbox }: ConvertedFrom): string {
  if (nativeType === 'bytea') return 'NULL::text'
  if (nativeType === 'boolean') return `CASE WHEN ${value} THEN 'true' WHEN NOT ${value} THEN 'false' END`
  if (/^numeric\b/.test(nativeType)) return `trim_scale(${value})::text`
  if (nativeType === 'money') return `trim_scale(${value}::numeric)::text`
  const text = asText({ nativeType }, value)
  return fromCheckbox ? `CASE ${text} WHEN '1' THEN 'true' WHEN '0' THEN 'false' ELSE ${text} END` : text
}

/** SQL of a value: as trimmed text, and as the text that users see. */
interface Given {
  readonly text: string
  readonly readable: string
  readonly to: ColumnDefinition
  readonly from: ConvertedFrom
}

const asItIs = ({ readable }: Given): string => readable

const readers: Readonly<Record<Conversion, (given: Given) => string>> = {
  text: asItIs,
  trimmed: asItIs,
  whole({ text, to }) {
    const { low, high } = wholeRange(to)
    return wholeSql(text, low, high)
  },
  decimal: ({ text }) => numberSql(text, `${text}::numeric`),
  double: ({ text }) => floatSql(text),
  flag: ({ text }) => `CASE WHEN lower(${text}) IN ('1', '1.0', 'true', 'yes', 'on') THEN true
        WHEN lower(${text}) IN ('0', '0.0', 'false', 'no', 'off') THEN false END`,
  day: ({ text }) => matching(text, `${dayPattern}[T ]?(?:00:00(?::00(?:\\.0+)?)?)?Z?`, `left(${text}, 10)::date`),
  moment: ({ text }) => matching(text, `${dayPattern}(?:[T ]${clockPattern} ?${zonePattern})?`, `${text}::timestamptz`),
  time: ({ text }) => matching(text, clockPattern, `${text}::time`),
  json: ({ text, from }) =>
    from.checksInput ? `CASE WHEN pg_input_is_valid(${text}, 'json') THEN ${text}::json END` : `${text}::json`,
  choice({ readable, to }) {
    const chosen = `btrim(${readable})`
    return hasOptions(to) ? `CASE WHEN ${chosen} IN (${optionList(to)}) THEN ${chosen} END` : chosen
  },
  choices({ readable, to }) {
    const chosen = `regexp_replace(btrim(${readable}), ' *, *', ',', 'g')`
    return hasOptions(to)
      ? `CASE WHEN string_to_array(${chosen}, ',') <@ ARRAY[${optionList(to)}]::text[] THEN ${chosen} END`
      : `btrim(${readable})`
  },
}

const matching = (text: string, pattern: string, then: string): string =>
  `CASE WHEN ${text} ~ '^${pattern}$' THEN ${then} END`

/** Accepts JSON numbers only: leading zeros, plus signs and hexadecimal would not survive the way back. */
const numberPattern = '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?'
const numberSql = (text: string, then: string): string => matching(text, numberPattern, then)

function wholeSql(text: string, low: string, high: string): string {
  const number = `${text}::numeric`
  return numberSql(
    text,
    `CASE WHEN ${number} BETWEEN ${low} AND ${high} AND ${number} = trunc(${number}) THEN ${number}::bigint END`,
  )
}

/** Rejects more digits than a double keeps. The server writes exactly the digits that identify a double. */
function floatSql(text: string): string {
  const number = `${text}::numeric`
  const double = `${text}::double precision`
  return numberSql(
    text,
    `CASE WHEN ${number} = 0 OR abs(${number}) BETWEEN 1e-300 AND 1e300
      THEN CASE WHEN ${double}::text::numeric = ${number} THEN ${double} END END`,
  )
}

/** Days that exist, from the year 1. */
const dayPattern = [
  '(?!0000)(?:[0-9]{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '[0-9]{4}-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '[0-9]{4}-02-(?:0[1-9]|1[0-9]|2[0-8])',
  '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)',
].join('|')
/** The server stores six fractional digits of a second. */
const clockPattern = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,6}0*)?)?'
const zonePattern = '(?:Z|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])?'

const optionList = (to: ColumnDefinition): string => optionTitles(to).map(textLiteral).join(', ')
