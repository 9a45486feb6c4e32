import type { Column } from '@common/model'
import type { ExactMeasures } from '@main/db/dialect'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'

/** Most whole digits and decimal places of the values of a type. */
interface Digits {
  readonly whole: number
  readonly places: number
}

const digitsOfTypes: Readonly<Record<string, Digits>> = {
  tinyint: { whole: 3, places: 0 },
  smallint: { whole: 5, places: 0 },
  int: { whole: 10, places: 0 },
  bigint: { whole: 19, places: 0 },
  smallmoney: { whole: 6, places: 4 },
  money: { whole: 15, places: 4 },
}

function digitsOf(nativeType: string): Digits | undefined {
  const [, digits, places] = /^(?:decimal|numeric)\((\d+),(\d+)\)$/.exec(nativeType) ?? []
  return digits === undefined
    ? digitsOfTypes[nativeType]
    : { whole: Number(digits) - Number(places), places: Number(places) }
}

type Distinct = '' | 'DISTINCT '

/** As a decimal, because the text of money has two places. */
function extreme(name: 'MIN' | 'MAX', value: Fragment, { nativeType }: Column): Fragment {
  const result = sql`${raw(name)}(${value})`
  return nativeType.endsWith('money') ? sql`CAST(${result} AS decimal(19,4))` : result
}

/** The server's sum of integers can overflow. */
function total(value: Fragment, { nativeType }: Column, distinct: Distinct): Fragment {
  const places = digitsOf(nativeType)?.places ?? 0
  return sql`SUM(${raw(distinct)}CAST(${value} AS decimal(38,${raw(String(places))})))`
}

const mostDigits = 38
/** Whole digits of a count. */
const countDigits = 10
/** Whole digits of a mean; NULL beyond. Leaves room for nine places. */
const mostWhole = 28
/** A quotient that ends with this many zeros counts as exact. */
const idlePlaces = 6

/**
 * Divides the whole part and the remainder separately: the server cuts places from a result that could have more than
 * 38 digits. Each type is the widest that keeps every result within them.
 */
function mean(value: Fragment, column: Column, distinct: Distinct): Fragment {
  const whole = Math.min(mostWhole, Math.max(1, digitsOf(column.nativeType)?.whole ?? 1))
  const places = Math.min(mostDigits - countDigits - 1, mostDigits - 1 - whole)
  const type = (digits: number, after: number): Fragment => raw(`decimal(${digits},${after})`)
  const over = sql`${raw(distinct)}${value}`
  const sum = total(value, column, distinct)
  const count = sql`CAST(NULLIF(COUNT_BIG(${over}), 0) AS ${type(countDigits, 0)})`
  const rest = sql`(${sum} % ${count})`
  const remainder = sql`CAST(CAST(${rest} AS ${type(mostDigits, mostDigits - countDigits)}) / ${count} AS ${type(places + 1, places)})`
  const quotient = sql`(TRY_CAST((${sum} - ${rest}) / ${count} AS ${type(whole, 0)}) + ${remainder})`
  const near = sql`ABS(AVG(${raw(distinct)}CAST(${value} AS float)))`
  const all = raw(String(places))
  return sql`ROUND(${quotient}, CASE WHEN ROUND(${quotient}, ${raw(String(places - idlePlaces))}) = ${quotient} THEN ${all}
    WHEN ${near} >= 1e15 THEN 4 ELSE COALESCE(CAST(14 - FLOOR(LOG10(NULLIF(${near}, 0))) AS int), ${all}) END)`
}

/** Integers, decimals and money. The server rejects a sum of more than 38 digits. */
export const exactMeasures: ExactMeasures = {
  nativeType: 'decimal(38,18)',
  column: (expression, { nativeType }) => (digitsOf(nativeType) === undefined ? undefined : expression),
  functions: {
    min: (value, column) => extreme('MIN', value, column),
    max: (value, column) => extreme('MAX', value, column),
    sum: (value, column) => total(value, column, ''),
    avg: (value, column) => mean(value, column, ''),
    sumDistinct: (value, column) => total(value, column, 'DISTINCT '),
    avgDistinct: (value, column) => mean(value, column, 'DISTINCT '),
  },
}
