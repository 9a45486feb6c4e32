import type { Expression, FormulaSql, FunctionSql } from './formula-sql'
import { balanced, join, sql, type Fragment } from './sql-fragment'

/** Dialect parts of the standard functions below. */
export interface StandardParts {
  readonly false: Fragment
  /** Converts a condition to a value. */
  readonly value: (condition: Fragment) => Fragment
  /** Converts a value to a condition. */
  readonly condition: (value: Fragment) => Fragment
  /** Returns a value for comparison: texts compare by code point. */
  readonly comparable: (value: Expression) => Fragment
  /** True if two values are equal or both blank. */
  readonly same: (left: Fragment, right: Fragment) => Fragment
  readonly length: (text: Fragment) => Fragment
  readonly zero: Fragment
  readonly emptyText: Fragment
}

type Operators = FormulaSql['operators']
/** Functions with the same SQL on every engine. */
type StandardFunction =
  | 'IF'
  | 'SWITCH'
  | 'AND'
  | 'OR'
  | 'NOT'
  | 'TRUE'
  | 'FALSE'
  | 'BLANK'
  | 'ERROR'
  | 'ISBLANK'
  | 'COALESCE'
  | 'CONCAT'
  | 'COUNT'
  | 'SUM'
  | 'ADD'
  | 'AVG'
  | 'ABS'
  | 'UPPER'
  | 'LOWER'
  | 'TRIM'
  | 'LEN'
  | 'URL'
  | 'PI'
  | 'RECORD_ID'
  | 'SQRT'

/** Comparison operators: a comparison with a blank is false. */
export function standardOperators(
  parts: StandardParts,
): Pick<
  Operators,
  | 'and'
  | 'or'
  | 'not'
  | 'equal'
  | 'notEqual'
  | 'less'
  | 'lessOrEqual'
  | 'greater'
  | 'greaterOrEqual'
  | 'negate'
  | 'join'
> {
  const compare =
    (sign: Fragment): Operators['less'] =>
    (args) => {
      const [left, right] = pair(args)
      const compared = sql`${parts.comparable(left)} ${sign} ${parts.comparable(right)}`
      return left.filled === true && right.filled === true
        ? parts.value(sql`(${compared})`)
        : filled(parts, parts.value(sql`(${compared})`))
    }
  const same = (args: readonly Expression[]): Fragment => {
    const [left, right] = pair(args)
    return parts.same(parts.comparable(left), parts.comparable(right))
  }
  return {
    and: (args) => parts.value(balanced(conditions(parts, args), ' AND ')),
    or: (args) => parts.value(balanced(conditions(parts, args), ' OR ')),
    not: (args) => parts.value(sql`(NOT ${conditions(parts, args)[0] ?? parts.false})`),
    equal: (args) => parts.value(same(args)),
    notEqual: (args) => parts.value(sql`(NOT ${same(args)})`),
    less: compare(sql`<`),
    lessOrEqual: compare(sql`<=`),
    greater: compare(sql`>`),
    greaterOrEqual: compare(sql`>=`),
    negate: ([value]) => sql`(- ${of(value)})`,
    join: (args) => joined(parts, args),
  }
}

/** Builds the standard functions from these parts. */
export function standardFunctions(parts: StandardParts): Record<StandardFunction, FunctionSql> {
  const operators = standardOperators(parts)
  const sum: FunctionSql = (args) => {
    const total = balanced(
      args.map((arg) => orZero(parts, arg)),
      ' + ',
    )
    const mayBeBlank = args.every((arg) => arg.filled !== true)
    return mayBeBlank ? sql`(CASE WHEN ${someFilled(args)} THEN ${total} END)` : total
  }
  const count: FunctionSql = (args) =>
    balanced(
      args.map((arg) =>
        arg.type === 'text'
          ? sql`(CASE WHEN ${parts.length(arg.sql)} > 0 THEN 1 ELSE 0 END)`
          : sql`(CASE WHEN ${arg.sql} IS NOT NULL THEN 1 ELSE 0 END)`,
      ),
      ' + ',
    )
  return {
    IF: ([condition, then, otherwise]) => {
      const end = otherwise ? sql` ELSE ${otherwise.sql}` : sql``
      return sql`(CASE WHEN ${parts.condition(of(condition))} THEN ${of(then)}${end} END)`
    },
    SWITCH: (args) => {
      const [value, ...rest] = args
      const cases = pairs(rest).map(([from, to]) => sql` WHEN ${parts.comparable(from)} THEN ${to.sql}`)
      const last = rest.length % 2 === 1 ? rest.at(-1) : undefined
      const otherwise = last ? sql` ELSE ${last.sql}` : sql``
      return sql`(CASE ${value ? parts.comparable(value) : sql`NULL`}${join(cases, '')}${otherwise} END)`
    },
    AND: (args) => operators.and(args, true),
    OR: (args) => operators.or(args, true),
    NOT: (args) => operators.not(args, true),
    TRUE: () => parts.value(sql`(1 = 1)`),
    FALSE: () => parts.value(sql`(1 = 0)`),
    // The checker gives them the type that the context requires.
    BLANK: () => sql`NULL`,
    ERROR: () => sql`NULL`,
    ISBLANK: ([value]) =>
      value?.type === 'text'
        ? parts.value(sql`(COALESCE(${parts.length(of(value))}, 0) = 0)`)
        : parts.value(sql`(${of(value)} IS NULL)`),
    COALESCE: (args) => (args.length === 1 ? of(args[0]) : sql`COALESCE(${list(args)})`),
    CONCAT: (args) => joined(parts, args),
    COUNT: count,
    SUM: sum,
    ADD: sum,
    AVG: (args, context) => {
      const total = balanced(
        args.map((arg) => orZero(parts, arg)),
        ' + ',
      )
      return sql`(${total} / NULLIF(${parts.zero} + ${count(args, context)}, 0))`
    },
    ABS: ([value]) => sql`abs(${of(value)})`,
    UPPER: ([text]) => sql`upper(${of(text)})`,
    LOWER: ([text]) => sql`lower(${of(text)})`,
    TRIM: ([text]) => sql`trim(${of(text)})`,
    LEN: ([text]) => parts.length(of(text)),
    URL: ([text]) => of(text),
    PI: () => sql`3.141592653589793`,
    RECORD_ID: (_args, { recordId }) => recordId,
    SQRT: ([value]) => sql`sqrt(${of(value)})`,
  }
}

/** Returns the SQL of an argument, which the checker guarantees. */
export function of(value: Expression | undefined): Fragment {
  if (!value) throw new Error('A function has fewer arguments than it was checked for')
  return value.sql
}

export function pair(args: readonly Expression[]): [Expression, Expression] {
  const [left, right] = args
  if (!left || !right) throw new Error('An operator has fewer arguments than it was checked for')
  return [left, right]
}

export const list = (args: readonly Expression[]): Fragment =>
  join(
    args.map((arg) => arg.sql),
    ', ',
  )

const pairs = (args: readonly Expression[]): [Expression, Expression][] =>
  args.flatMap((from, at) => {
    const to = args[at + 1]
    return at % 2 === 0 && to ? [[from, to] as [Expression, Expression]] : []
  })

const filled = (parts: StandardParts, value: Fragment): Fragment => sql`COALESCE(${value}, ${parts.false})`

const conditions = (parts: StandardParts, args: readonly Expression[]): Fragment[] =>
  args.map((arg) => parts.condition(arg.filled === true ? arg.sql : filled(parts, arg.sql)))

const orZero = (parts: StandardParts, arg: Expression): Fragment =>
  arg.filled === true ? arg.sql : sql`COALESCE(${arg.sql}, ${parts.zero})`

const someFilled = (args: readonly Expression[]): Fragment =>
  args.length === 1 ? sql`${of(args[0])} IS NOT NULL` : sql`COALESCE(${list(args)}) IS NOT NULL`

const joined = (parts: StandardParts, args: readonly Expression[]): Fragment =>
  balanced(
    args.map((arg) => (arg.filled === true ? arg.sql : sql`COALESCE(${arg.sql}, ${parts.emptyText})`)),
    ' || ',
  )

/** Returns the clamped integer of a literal argument. */
export function wholeLiteral(value: Expression | undefined, least: number, most: number): number | undefined {
  return typeof value?.literal === 'number' ? Math.min(most, Math.max(least, Math.trunc(value.literal))) : undefined
}
