import { rangeOf, type Expression, type FormulaSql } from './formula-sql'
import { pair } from './formula-standard'
import { operatorRange } from './number-range'
import { balanced, raw, sql, type Fragment } from './sql-fragment'

type Operators = FormulaSql['operators']
type Aggregates = FormulaSql['aggregates']
/** Prepares numbers for adding. */
export type Tamed = (args: readonly Expression[]) => readonly Expression[]

/** Returns `tamed`: applies `addable` to numbers whose sum a double may not hold. */
export const tamedBy =
  (addable: (value: Fragment) => Fragment): Tamed =>
  (args) =>
    operatorRange('add', args.map(rangeOf)).safe ? args : args.map((arg) => ({ ...arg, sql: addable(arg.sql) }))

/** Sums and differences of tamed numbers. */
export const tamedOperators = (tamed: Tamed): Pick<Operators, 'add' | 'subtract'> => ({
  add: (args) =>
    balanced(
      tamed(args).map((arg) => arg.sql),
      ' + ',
    ),
  subtract: (args) => sql`(${pair(tamed(args))[0].sql} - ${pair(tamed(args))[1].sql})`,
})

/** Sums and means of linked rows. `total` completes a call such as `SUM(DISTINCT `. */
export const totals = (
  { sum, avg }: { readonly sum: string; readonly avg: string },
  total: (call: Fragment, value: Expression) => Fragment,
): Pick<Aggregates, 'sum' | 'avg' | 'sumDistinct' | 'avgDistinct'> => ({
  avg: (value) => total(raw(`${avg}(`), value),
  sum: (value) => total(raw(`${sum}(`), value),
  sumDistinct: (value) => total(raw(`${sum}(DISTINCT `), value),
  avgDistinct: (value) => total(raw(`${avg}(DISTINCT `), value),
})

/** Words of an engine whose statements fail on numbers that a double can't hold. */
export interface GuardedParts {
  readonly withValues: (values: readonly Fragment[], body: (...names: Fragment[]) => Fragment) => Fragment
  readonly abs: Fragment
  /** The logarithm to base 10. */
  readonly log: Fragment
  readonly zero: Fragment
}

/** Arithmetic that never fails: NULL above the range of a double, 0 below it. */
export function guardedArithmetic({ withValues, abs, log, zero }: GuardedParts): {
  readonly tamed: Tamed
  readonly operators: Pick<Operators, 'add' | 'subtract' | 'multiply' | 'divide'>
} {
  const tamed = tamedBy((value) =>
    withValues(
      [value],
      (x) => sql`CASE WHEN ${abs}(${x}) >= 1e300 THEN NULL WHEN ${abs}(${x}) < 1e-290 THEN ${zero} ELSE ${x} END`,
    ),
  )
  /** Tells the size of the result from the logarithms. */
  const careful = (args: readonly Expression[], sign: '*' | '/'): Fragment =>
    withValues([pair(args)[0].sql, pair(args)[1].sql], (x, y) => {
      const blank = sign === '/' ? sql`${y} IS NULL OR ${y} = 0` : sql`${x} IS NULL OR ${y} IS NULL`
      const none = sign === '/' ? sql`${x} = 0` : sql`${x} = 0 OR ${y} = 0`
      const [logX, logY] = [sql`${log}(${abs}(${x}))`, sql`${log}(${abs}(${y}))`]
      const size = sql`${logX} ${raw(sign === '/' ? '-' : '+')} ${logY}`
      return sql`CASE WHEN ${blank} THEN NULL WHEN ${none} THEN ${zero} WHEN ${size} > 308 THEN NULL WHEN ${size} < -307 THEN ${zero}
      ELSE ${x} ${raw(sign)} ${y} END`
    })
  return {
    tamed,
    operators: {
      ...tamedOperators(tamed),
      multiply: (args, safe) => (safe ? sql`(${pair(args)[0].sql} * ${pair(args)[1].sql})` : careful(args, '*')),
      divide: (args, safe) =>
        safe ? sql`(${pair(args)[0].sql} / NULLIF(${pair(args)[1].sql}, 0))` : careful(args, '/'),
    },
  }
}
