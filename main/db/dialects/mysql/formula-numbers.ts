import type { FunctionName } from '@common/formula'
import type { FunctionSql } from '@main/db/formula-sql'
import { of, wholeLiteral } from '@main/db/formula-standard'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'

/** Limit of integers for exact decimals: 35 digits. */
const exactLimit = '1e34'
/** Tolerances of rounding: a double this close to half of its 15th digit counts as that half. */
const towards = '1.0000000000000004e0'
const away = '0.999999999999999e0'

const exact = (value: Fragment): Fragment => sql`CAST(${value} AS DECIMAL(65,30))`

/** Formats numbers with 15 digits and without an exponent; beyond 1e34 and below 1e-15 in the server's format. */
export function numberText(value: Fragment): Fragment {
  const rounded = exact(sql`ROUND(${exact(value)}, CAST(14 - FLOOR(LOG10(ABS(${value}))) AS SIGNED))`)
  return sql`(CASE WHEN ${value} = 0 THEN '0'
    WHEN ABS(${value}) < ${raw(exactLimit)} AND ABS(${value}) >= 1e-15
    THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${rounded} AS CHAR)))
    ELSE CAST(${value} AS CHAR) END)`
}

type Rounding = Extract<FunctionName, 'ROUND' | 'ROUNDUP' | 'ROUNDDOWN'>

const rounding =
  (change: (value: Fragment, digits: Fragment) => Fragment): FunctionSql =>
  ([value, digits]) => {
    const places = digits ? wholeLiteral(digits, -15, 15) : 0
    const count =
      places === undefined
        ? sql`CAST(LEAST(15, GREATEST(-15, TRUNCATE(${of(digits)}, 0))) AS SIGNED)`
        : raw(String(places))
    const given = of(value)
    // Larger numbers have no fraction.
    return sql`(CASE WHEN ABS(${given}) < 1e15 THEN ${change(given, count)} + 0e0 WHEN ${count} IS NOT NULL THEN ${large(given, count)} END)`
  }

const large = (value: Fragment, count: Fragment): Fragment =>
  sql`CASE WHEN ABS(${value}) < ${raw(exactLimit)} THEN ROUND(${exact(value)}, ${count}) + 0e0 ELSE ${value} END`

export const roundingFunctions: Record<Rounding, FunctionSql> = {
  ROUND: rounding((value, digits) => sql`ROUND(${exact(sql`${value} * ${raw(towards)}`)}, ${digits})`),
  ROUNDDOWN: rounding((value, digits) => sql`TRUNCATE(${exact(sql`${value} * ${raw(towards)}`)}, ${digits})`),
  ROUNDUP: rounding(
    (value, digits) =>
      sql`SIGN(${value}) * CEILING(ABS(${value}) * ${raw(away)} * POW(10, ${digits})) / POW(10, ${digits})`,
  ),
}

/** Restricts powers to the range of a double; others would fail the statement. */
export function withinPowers(x: Fragment, y: Fragment): Fragment {
  return sql`(CASE
    WHEN ${x} IS NULL OR ${y} IS NULL OR (${x} = 0 AND ${y} < 0) OR (${x} < 0 AND ${y} <> TRUNCATE(${y}, 0)) THEN NULL
    WHEN ${x} = 0 OR ABS(${x}) = 1 OR ABS(${y}) < 1e-20 THEN POW(${x}, IF(ABS(${y}) < 1e-20, 0, ${y}))
    WHEN ABS(LN(ABS(${x}))) * LEAST(ABS(${y}), 1e6) < 708 AND ABS(${y}) < 1e20 THEN POW(${x}, ${y})
    WHEN (LN(ABS(${x})) > 0) = (${y} > 0) THEN NULL
    ELSE 0e0 END)`
}
