import type { FunctionName } from '@common/formula'

/** Date functions, which differ between servers. */
export type DateFunction = Extract<
  FunctionName,
  | 'NOW'
  | 'TODAY'
  | 'YEAR'
  | 'MONTH'
  | 'DAY'
  | 'HOUR'
  | 'MINUTE'
  | 'SECOND'
  | 'WEEKDAY'
  | 'DATEADD'
  | 'DATETIME_DIFF'
  | 'DATETIME_FORMAT'
  | 'DATE'
>

/** Text functions, which differ between servers. */
export type TextFunction = Extract<
  FunctionName,
  | 'LEFT'
  | 'RIGHT'
  | 'MID'
  | 'SUBSTR'
  | 'SUBSTITUTE'
  | 'REPLACE'
  | 'REPEAT'
  | 'SEARCH'
  | 'FIND'
  | 'REGEX_MATCH'
  | 'REGEX_EXTRACT'
  | 'REGEX_REPLACE'
  | 'VALUE'
>

/** Seconds in a unit of fixed length. */
export const secondsOfUnit: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 604_800,
}

/** Months in each of the other units. */
export const monthsOfUnit: Readonly<Record<string, number>> = { months: 1, quarters: 3, years: 12 }

/** Upper limit of positions and counts of characters. */
export const mostCharacters = 1_000_000_000
