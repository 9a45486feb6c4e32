import type { FunctionName } from '@common/formula'
import type { Expression, FunctionSql } from '@main/db/formula-sql'
import { guardedArithmetic } from '@main/db/formula-arithmetic'
import { of, pair, wholeLiteral } from '@main/db/formula-standard'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'
import { spread, withValues } from './formula-let'
import { plainNumber } from './text'

/** Formats a number with 15 digits and without an exponent; very large and small ones in the server's format. */
export const numberText = (value: Fragment): Fragment =>
  withValues([value], (x) => sql`CAST(${spread(plainNumber, x)} AS nvarchar(max))`)

/** Rounds to 15 significant digits, as sums of doubles end in noise. */
export const sure = (value: Fragment): Fragment =>
  sql`ROUND(${value}, COALESCE(CAST(14 - FLOOR(LOG10(NULLIF(ABS(${value}), 0))) AS int), 0))`

/** Tolerances of rounding: a double this close to half of its 15th digit counts as that half. */
const towards = '1.0000000000000004e0'
const away = '0.999999999999999e0'

type NumberFunction = Extract<
  FunctionName,
  | 'ROUND'
  | 'ROUNDUP'
  | 'ROUNDDOWN'
  | 'MIN'
  | 'MAX'
  | 'SUM'
  | 'ADD'
  | 'AVG'
  | 'SIGN'
  | 'INT'
  | 'CEILING'
  | 'FLOOR'
  | 'MOD'
  | 'POWER'
  | 'SQRT'
  | 'EXP'
  | 'LOG'
  | 'PI'
>

const rounding =
  (change: (value: Fragment, digits: Fragment) => Fragment): FunctionSql =>
  ([value, digits]) => {
    const places = digits ? wholeLiteral(digits, -15, 15) : 0
    const given = places === undefined ? of(digits) : raw(String(places))
    return withValues([of(value), given], (x, d) => {
      const count =
        places === undefined ? sql`CAST(CASE WHEN ${d} < -15 THEN -15 WHEN ${d} > 15 THEN 15 ELSE ${d} END AS int)` : d
      // Numbers beyond 1e15 have no fraction.
      return sql`CASE WHEN ABS(${x}) < 1e15 THEN CAST(${change(x, count)} AS float)
        WHEN ABS(${x}) < 1e37 THEN CAST(ROUND(CAST(${x} AS decimal(38,0)), ${count}) AS float) WHEN ${d} IS NOT NULL THEN ${x} END`
    })
  }

const exact = (value: Fragment): Fragment => sql`CAST(${value} * ${raw(towards)} AS decimal(38,20))`
const ten = (digits: Fragment): Fragment => sql`POWER(1e1, ${digits})`
const truncated = (value: Fragment): Fragment =>
  withValues([value], (x) => sql`CASE WHEN ${x} < 0 THEN CEILING(${x}) ELSE FLOOR(${x}) END`)

export const remainder = (args: readonly Expression[]): Fragment =>
  withValues(
    [pair(args)[0].sql, pair(args)[1].sql],
    (x, y) => sql`CASE WHEN ${y} = 0 THEN NULL WHEN ABS(${x}) < ABS(${y}) THEN ${x}
      WHEN ABS(${y}) < 1e290 AND ABS(${x}) >= 1e15 * CASE WHEN ABS(${y}) < 1e290 THEN ABS(${y}) ELSE 1e290 END THEN NULL
      ELSE ${x} - ${y} * ${truncated(sql`${x} / NULLIF(${y}, 0)`)} END`,
  )

/** Raises to a power: NULL above the range of a double, 0 below it. */
const power = (base: Fragment, exponent: Fragment): Fragment =>
  withValues(
    [base, exponent],
    (x, y) => sql`CASE
      WHEN ${x} IS NULL OR ${y} IS NULL OR (${x} = 0 AND ${y} < 0) OR (${x} < 0 AND ${y} <> ${truncated(y)}) THEN NULL
      WHEN ABS(${y}) < 1e-20 THEN 1e0
      WHEN ${x} = 0 OR ABS(${x}) = 1 THEN POWER(${x}, ${y})
      WHEN ABS(LOG(ABS(${x}))) * CASE WHEN ABS(${y}) < 1e6 THEN ABS(${y}) ELSE 1e6 END < 708 AND ABS(${y}) < 1e20 THEN POWER(${x}, ${y})
      WHEN (LOG(ABS(${x})) > 0 AND ${y} > 0) OR (LOG(ABS(${x})) <= 0 AND ${y} <= 0) THEN NULL
      ELSE 0e0 END`,
  )

export const { tamed, operators: guarded } = guardedArithmetic({
  withValues,
  abs: raw('ABS'),
  log: raw('LOG10'),
  zero: raw('0e0'),
})

/** Aggregates the arguments and skips blanks. */
const over =
  (name: 'MIN' | 'MAX' | 'SUM' | 'AVG'): FunctionSql =>
  (given) => {
    const args = name === 'SUM' || name === 'AVG' ? tamed(given) : given
    if (args.length === 1) return of(args[0])
    const rows = args.slice(1).reduce((text, arg) => sql`${text}, (${arg.sql})`, sql`(${of(args[0])})`)
    return sql`(SELECT ${raw(name)}(e.x) FROM (VALUES ${rows}) AS e(x))`
  }

export const numberFunctions: Record<NumberFunction, FunctionSql> = {
  ROUND: rounding((x, d) => sql`ROUND(${exact(x)}, ${d})`),
  ROUNDDOWN: rounding((x, d) => sql`ROUND(${exact(x)}, ${d}, 1)`),
  ROUNDUP: rounding((x, d) => sql`SIGN(${x}) * CEILING(ABS(${x}) * ${raw(away)} * ${ten(d)}) / ${ten(d)}`),
  MIN: over('MIN'),
  MAX: over('MAX'),
  SUM: over('SUM'),
  ADD: over('SUM'),
  AVG: over('AVG'),
  SIGN: ([value]) => sql`SIGN(${of(value)})`,
  PI: () => sql`3.141592653589793e0`,
  INT: ([value]) => truncated(of(value)),
  CEILING: ([value]) => sql`CEILING(${of(value)})`,
  FLOOR: ([value]) => sql`FLOOR(${of(value)})`,
  MOD: remainder,
  POWER: ([base, exponent]) => power(of(base), of(exponent)),
  SQRT: ([value]) => withValues([of(value)], (x) => sql`CASE WHEN ${x} >= 0 THEN SQRT(${x}) END`),
  EXP: ([value]) =>
    withValues([of(value)], (x) => sql`CASE WHEN ${x} > 709.78 THEN NULL WHEN ${x} < -700 THEN 0e0 ELSE EXP(${x}) END`),
  LOG: ([value, base]) =>
    base
      ? withValues(
          [of(value), base.sql],
          (x, b) => sql`CASE WHEN ${x} > 0 AND ${b} > 0 AND ${b} <> 1 THEN LOG(${x}) / LOG(${b}) END`,
        )
      : withValues([of(value)], (x) => sql`CASE WHEN ${x} > 0 THEN LOG(${x}) END`),
}
