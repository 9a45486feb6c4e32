import { columnType } from '@common/columns/registry'
import type { FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import { guardedArithmetic, totals } from '@main/db/formula-arithmetic'
import type { Expression, FormulaSql, FunctionSql } from '@main/db/formula-sql'
import { list, of, pair, standardFunctions, standardOperators, wholeLiteral } from '@main/db/formula-standard'
import { unknownRange, wholeRange, type NumberRange } from '@main/db/number-range'
import { bound, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { dateFunctions } from './formula-dates'
import { withValues } from './formula-let'
import { linked } from './formula-linked'
import { folded } from './folded-text'
import { textFunctions } from './formula-text'

/** Type names for blanks and bound values, which have no type of their own. */
const typeNames: Readonly<Record<FormulaType, string>> = {
  number: 'double precision',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamp without time zone',
}

const parts = {
  false: sql`FALSE`,
  value: (condition: Fragment) => condition,
  condition: (value: Fragment) => value,
  comparable: ({ sql: text, type }: Expression) => (type === 'text' ? sql`${text} COLLATE "C"` : text),
  same: (left: Fragment, right: Fragment) => sql`(${left} IS NOT DISTINCT FROM ${right})`,
  length: (text: Fragment) => sql`char_length(${text})::double precision`,
  zero: sql`0::double precision`,
  emptyText: sql`''`,
}
const operators = standardOperators(parts)
const functions = standardFunctions(parts)

function typeOf({ nativeType, uiType }: Pick<Column, 'nativeType' | 'uiType'>): FormulaType {
  const type = nativeType.toLowerCase()
  if (type.endsWith('[]')) return 'text'
  if (type.startsWith('bool')) return 'boolean'
  if (/^(smallint|integer|bigint|int[248]?$|numeric|decimal|real|double|float[48]?$|money|oid$)/.test(type))
    return columnType(uiType).storage === 'boolean' ? 'boolean' : 'number'
  if (type === 'date') return 'date'
  return type.startsWith('timestamp') ? 'dateTime' : 'text'
}

/** Restricts values to those of a double and to the supported years. Infinity becomes blank. */
function column(expression: Fragment, column: Column): Fragment {
  const native = column.nativeType.toLowerCase()
  switch (typeOf(column)) {
    case 'text':
      return sql`${expression}::text`
    case 'boolean':
      return native.startsWith('bool') ? expression : sql`(${expression} <> 0)`
    case 'date':
      return sql`(CASE WHEN ${expression} BETWEEN '0001-01-01' AND '9999-12-31' THEN ${expression} END)`
    case 'dateTime': {
      const moment = native.includes('with time zone') ? sql`(${expression} AT TIME ZONE 'UTC')` : expression
      return sql`(CASE WHEN ${expression} >= '0001-01-01' AND ${expression} < '10000-01-01' THEN date_trunc('second', ${moment}) END)`
    }
    case 'number': {
      if (/^(real|double|float)/.test(native))
        return sql`(CASE WHEN abs(${expression}) <= '1.7976931348623157e308'::double precision THEN ${expression}::double precision END)`
      const exact = native === 'money' ? sql`${expression}::numeric` : expression
      return isBounded(native)
        ? sql`${exact}::double precision`
        : sql`(CASE WHEN ${exact} = 0 OR abs(${exact}) BETWEEN 1e-300 AND 1e308 THEN ${exact}::double precision END)`
    }
  }
}

const isBounded = (native: string): boolean => /^(smallint|integer|bigint|int|oid|money)|\(\d/.test(native)

function range({ nativeType }: Column): NumberRange {
  const native = nativeType.toLowerCase()
  if (/^(smallint|integer|bigint|int|oid)/.test(native)) return wholeRange(1e19)
  if (native === 'money') return { least: 0.01, most: 1e17 }
  const [, digits, scale] = /^(?:numeric|decimal)\((\d+)(?:,(-?\d+))?\)/.exec(native) ?? []
  if (digits !== undefined) {
    const places = Number(scale ?? 0)
    return { least: 10 ** -places, most: 10 ** (Number(digits) - places) }
  }
  return /^(numeric|decimal)/.test(native) ? { least: 1e-300, most: 1e308 } : unknownRange
}

function convert({ sql: value, type: from }: Expression, to: FormulaType): Fragment {
  switch (to) {
    case 'number':
      return sql`(CASE ${value} WHEN TRUE THEN 1 WHEN FALSE THEN 0 END)::double precision`
    case 'boolean':
      if (from === 'text') return sql`(char_length(${value}) > 0)`
      return from === 'number' ? sql`(${value} <> 0)` : sql`(${value} IS NOT NULL)`
    case 'date':
      return sql`(${value})::date`
    case 'dateTime':
      return sql`(${value})::timestamp`
    case 'text':
      // A numeric cast from a double has the 15 exact digits.
      if (from === 'number') return sql`trim_scale((${value})::numeric)::text`
      if (from === 'boolean') return sql`(CASE ${value} WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' END)`
      return output({ sql: value, type: from })
  }
}

function output({ sql: value, type }: Expression): Fragment {
  if (type === 'date') return sql`to_char(${value}, 'YYYY-MM-DD')`
  return type === 'dateTime' ? sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` : value
}

/** Rounds by decimal digits: `change` gets the exact number and the number of digits. */
const rounding =
  (change: (value: Fragment, digits: Fragment) => Fragment): FunctionSql =>
  ([value, digits]) => {
    const places = digits ? wholeLiteral(digits, -15, 15) : 0
    if (places !== undefined) return sql`${change(sql`(${of(value)})::numeric`, raw(String(places)))}::double precision`
    return withValues([of(value), of(digits)], (x, d) => {
      const count = sql`least(15, greatest(-15, trunc(${d})))::integer`
      return sql`CASE WHEN ${d} IS NOT NULL THEN ${change(sql`${x}::numeric`, count)}::double precision END`
    })
  }

/** Powers beyond a double are blank. */
const power = (base: Fragment, exponent: Fragment): Fragment =>
  withValues(
    [base, exponent],
    (x, y) => sql`CASE
      WHEN ${x} IS NULL OR ${y} IS NULL OR (${x} = 0 AND ${y} < 0) OR (${x} < 0 AND ${y} <> trunc(${y})) THEN NULL
      WHEN ${x} = 0 OR abs(${x}) = 1 OR abs(${y}) < 1e-20 THEN power(${x}, CASE WHEN abs(${y}) < 1e-20 THEN 0 ELSE ${y} END)
      WHEN abs(ln(abs(${x}))) * least(abs(${y}), 1e6) < 708 AND abs(${y}) < 1e20 THEN power(${x}, ${y})
      WHEN (ln(abs(${x})) > 0) = (${y} > 0) THEN NULL
      ELSE 0 END`,
  )

const remainder = (args: readonly Expression[]): Fragment =>
  withValues(
    [pair(args)[0].sql, pair(args)[1].sql],
    (x, y) => sql`CASE WHEN ${y} = 0 THEN NULL WHEN abs(${x}) < abs(${y}) THEN ${x}
      WHEN abs(${y}) < 1e290 AND abs(${x}) >= 1e15 * least(abs(${y}), 1e290) THEN NULL
      ELSE ${x} - ${y} * trunc(${x} / ${y}) END`,
  )

const { tamed, operators: guarded } = guardedArithmetic({
  withValues,
  abs: raw('abs'),
  log: raw('log'),
  zero: raw('0'),
})

/** Formulas in PostgreSQL. */
export const formula: FormulaSql = {
  typeNames,
  text: (expression) => sql`${expression}::text`,
  folded,
  textKey: (text) => sql`(${text} COLLATE "C")`,
  typeOf,
  column,
  range,
  literal: (value, type) => sql`${bound(value)}::${raw(typeNames[type])}`,
  blank: (type) => sql`NULL::${raw(typeNames[type])}`,
  convert,
  operators: {
    ...operators,
    ...guarded,
    remainder,
  },
  functions: {
    ...functions,
    ...textFunctions,
    ...dateFunctions,
    SUM: (args, context) => functions.SUM(tamed(args), context),
    ADD: (args, context) => functions.SUM(tamed(args), context),
    AVG: (args, context) => functions.AVG(tamed(args), context),
    MIN: (args) => sql`least(${list(args)})`,
    MAX: (args) => sql`greatest(${list(args)})`,
    SIGN: ([value]) => sql`sign(${of(value)})`,
    PI: () => sql`pi()`,
    INT: ([value]) => sql`trunc(${of(value)})`,
    ROUND: rounding((x, d) => sql`round(${x}, ${d})`),
    ROUNDDOWN: rounding((x, d) => sql`trunc(${x}, ${d})`),
    ROUNDUP: ([value, digits]) =>
      withValues([of(value)], (x) =>
        rounding((exact, d) => {
          const cut = sql`trunc(${exact}, ${d})`
          return sql`(${cut} + CASE WHEN ${cut} <> ${exact} THEN sign(${exact}) * power(10::numeric, -(${d})) ELSE 0 END)`
        })([{ sql: x, type: 'number' }, ...(digits ? [digits] : [])], { recordId: sql``, refuse: never }),
      ),
    CEILING: ([value]) => sql`ceil(${of(value)})`,
    FLOOR: ([value]) => sql`floor(${of(value)})`,
    MOD: remainder,
    POWER: ([base, exponent]) => power(of(base), of(exponent)),
    SQRT: ([value]) => withValues([of(value)], (x) => sql`CASE WHEN ${x} >= 0 THEN sqrt(${x}) END`),
    EXP: ([value]) =>
      withValues([of(value)], (x) => sql`CASE WHEN ${x} > 709.78 THEN NULL WHEN ${x} < -700 THEN 0 ELSE exp(${x}) END`),
    LOG: ([value, base]) =>
      base
        ? withValues(
            [of(value), base.sql],
            (x, b) => sql`CASE WHEN ${x} > 0 AND ${b} > 0 AND ${b} <> 1 THEN ln(${x}) / ln(${b}) END`,
          )
        : withValues([of(value)], (x) => sql`CASE WHEN ${x} > 0 THEN ln(${x}) END`),
  },
  output,
  aggregates: {
    count: ({ sql: value }) => sql`count(${value})::double precision`,
    min: (value) => extreme('min', value),
    max: (value) => extreme('max', value),
    countDistinct: (value) => sql`count(DISTINCT ${parts.comparable(value)})::double precision`,
    ...totals({ sum: 'sum', avg: 'avg' }, (call, value) => sure(sql`${call}${of(tamed([value])[0])})`)),
  },
  linked,
}

/** Rounds to 15 digits through numeric, because sums of decimals differ in the last digits. */
const sure = (value: Fragment): Fragment => sql`${value}::numeric::double precision`

/** Booleans have no order here. */
const extreme = (name: 'min' | 'max', value: Expression): Fragment =>
  value.type === 'boolean'
    ? sql`${raw(name === 'min' ? 'bool_and' : 'bool_or')}(${value.sql})`
    : sql`${raw(name)}(${parts.comparable(value)})`

const never = (): never => {
  throw new Error('Rounding is never refused')
}
