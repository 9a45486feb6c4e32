import type Sqlite from 'better-sqlite3'
import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { exactNumber, plainNumber, plainNumberText } from '@common/columns/values/numeric'
import type { ExactMeasures } from '@main/db/dialect'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'
import { isExactDecimal } from './exact-decimal'

/*
 * SQLite's sums fail beyond 64 bits and have no decimals. Integers are summed in two halves, and text decimals by these
 * functions, so that ordinary columns cost no function call per row.
 */

const [totalName, meanName, extremeName, sumName, minName, maxName] = [
  'basalt_total',
  'basalt_mean',
  'basalt_extreme',
  'basalt_exact_sum',
  'basalt_exact_min',
  'basalt_exact_max',
].map(raw) as [Fragment, Fragment, Fragment, Fragment, Fragment, Fragment]

const total = (value: Fragment): Fragment => {
  const only = (type: 'integer' | 'real' | 'text'): Fragment =>
    sql`FILTER (WHERE typeof(${value}) = ${raw(`'${type}'`)})`
  return sql`${totalName}(sum(${value} >> 32) ${only('integer')}, sum(${value} & 4294967295) ${only('integer')},
    sum(${value}) ${only('real')}, ${sumName}(${value}) ${only('text')})`
}

const extreme = (native: 'min' | 'max', ours: Fragment, value: Fragment): Fragment => {
  const native_ = sql`${raw(native)}(${value}) FILTER (WHERE typeof(${value}) <> 'text')`
  return sql`${extremeName}(${raw(`'${native}'`)}, ${native_}, ${ours}(${value}) FILTER (WHERE typeof(${value}) = 'text'))`
}

/** Integers and decimals; other values in such a column count as blank. */
export const exactMeasures: ExactMeasures = {
  nativeType: 'decimal blob',
  column: (expression, column) => {
    const { storage } = columnType(column.uiType)
    if (/char|text|clob/i.test(column.nativeType) || !/^(?:integer|autoIncrement|decimal|year)$/.test(storage))
      return undefined
    const accepted = isExactDecimal(column) ? sql`<> 'blob'` : sql`IN ('integer', 'real')`
    return sql`(CASE WHEN typeof(${expression}) ${accepted} THEN ${expression} END)`
  },
  functions: {
    min: (value) => extreme('min', minName, value),
    max: (value) => extreme('max', maxName, value),
    sum: total,
    avg: (value) => sql`${meanName}(${total(value)}, count(${value}))`,
    sumDistinct: (value) => sql`${sumName}(DISTINCT ${value})`,
    avgDistinct: (value) => sql`${meanName}(${sumName}(DISTINCT ${value}), count(DISTINCT ${value}))`,
  },
}

/** A decimal number as units of its last place. */
interface Exact {
  readonly units: bigint
  readonly places: number
}

function exactOf(value: unknown): Exact | undefined {
  if (typeof value === 'bigint') return { units: value, places: 0 }
  const number = typeof value === 'number' || typeof value === 'string' ? plainNumber(String(value)) : undefined
  if (number === undefined) return undefined
  const units = BigInt(number.whole + number.fraction)
  return { units: number.negative ? -units : units, places: number.fraction.length }
}

const unitsAt = ({ units, places }: Exact, wanted: number): bigint => units * 10n ** BigInt(wanted - places)

function added(left: Exact, right: Exact): Exact {
  const places = Math.max(left.places, right.places)
  return { units: unitsAt(left, places) + unitsAt(right, places), places }
}

function isLess(left: Exact, right: Exact): boolean {
  const places = Math.max(left.places, right.places)
  return unitsAt(left, places) < unitsAt(right, places)
}

function textOf({ units, places }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const point = digits.length - places
  const number = plainNumber(`${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`)
  return number === undefined ? '0' : plainNumberText(number)
}

/** Formats a number as a decimal column stores it. Integers stay integers, which the driver would bind as doubles. */
function decimalValue(exact: Exact | undefined): StoredValue {
  if (exact === undefined) return null
  const number = exactNumber(textOf(exact))
  if (typeof number === 'number') return Number.isSafeInteger(number) ? BigInt(number) : number
  const whole = /^-?\d{1,19}$/.test(number) ? BigInt(number) : undefined
  return whole !== undefined && BigInt.asIntN(64, whole) === whole ? whole : number
}

/** Rounds to the 15 exact digits of a double. */
const sure = (value: unknown): Exact | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? exactOf(Number(value.toPrecision(15))) : undefined

function totalOf(high: unknown, low: unknown, real: unknown, text: unknown): StoredValue {
  const whole =
    typeof high === 'bigint' && typeof low === 'bigint' ? { units: (high << 32n) + low, places: 0 } : undefined
  const parts = [whole, sure(real), exactOf(text)].filter((part) => part !== undefined)
  return decimalValue(parts.length === 0 ? undefined : parts.reduce(added))
}

const meanPlaces = 40

function meanOf(sum: unknown, count: unknown): StoredValue {
  const exact = exactOf(sum)
  if (exact === undefined || typeof count !== 'bigint' || count === 0n) return null
  const places = exact.places + meanPlaces
  const units = unitsAt(exact, places)
  const mean = { units: units / count, places }
  if (units % count === 0n) return decimalValue(mean)
  const near = Number(textOf(mean))
  return Math.abs(near) < 1e15 ? decimalValue(sure(near)) : decimalValue(rounded(mean, 4))
}

function rounded({ units, places }: Exact, wanted: number): Exact {
  const unit = 10n ** BigInt(places - wanted)
  const half = units < 0n ? -unit / 2n : unit / 2n
  return { units: (units + half) / unit, places: wanted }
}

function extremeOf(name: unknown, left: unknown, right: unknown): StoredValue {
  const [one, other] = [exactOf(left), exactOf(right)]
  if (one === undefined || other === undefined) return (left ?? right ?? null) as StoredValue
  return decimalValue(isLess(one, other) === (name === 'min') ? one : other)
}

/** Registers aggregate functions on a connection that lose no digits. */
export function registerExactMeasures(database: Sqlite.Database): void {
  const options = { deterministic: true, directOnly: true, safeIntegers: true }
  database.function('basalt_total', options, totalOf)
  database.function('basalt_mean', options, meanOf)
  database.function('basalt_extreme', options, extremeOf)
  const together = (name: string, join: (left: Exact, right: Exact) => Exact): void => {
    database.aggregate(name, {
      ...options,
      start: () => null as Exact | null,
      step: (state: Exact | null, value: unknown) => {
        const exact = exactOf(value)
        if (exact === undefined) return state
        return state === null ? exact : join(state, exact)
      },
      result: (state: Exact | null) => decimalValue(state ?? undefined),
    })
  }
  together('basalt_exact_sum', added)
  together('basalt_exact_min', (left, right) => (isLess(right, left) ? right : left))
  together('basalt_exact_max', (left, right) => (isLess(left, right) ? right : left))
}
