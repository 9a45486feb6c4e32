import { columnType } from '@common/columns/registry'
import type { FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import { tamedBy, tamedOperators, totals } from '@main/db/formula-arithmetic'
import type { Expression, FormulaSql, FunctionSql } from '@main/db/formula-sql'
import { list, of, pair, standardFunctions, standardOperators } from '@main/db/formula-standard'
import { unknownRange, wholeRange, type NumberRange } from '@main/db/number-range'
import { bound, join, raw, sql, type Fragment } from '@main/db/sql-fragment'
import type { Flavour } from './flavour'
import { dateFunctions } from './formula-dates'
import { linked } from './formula-linked'
import { numberText, roundingFunctions, withinPowers } from './formula-numbers'
import { textFunctions } from './formula-text'

const parts = {
  false: sql`0`,
  value: (condition: Fragment) => condition,
  condition: (value: Fragment) => value,
  // Texts have the collation of our sessions, in which all characters matter, including trailing blanks.
  comparable: ({ sql: value }: Expression) => value,
  same: (left: Fragment, right: Fragment) => sql`(${left} <=> ${right})`,
  length: (text: Fragment) => sql`(CHAR_LENGTH(${text}) + 0e0)`,
  zero: sql`0e0`,
  emptyText: sql`''`,
}
const operators = standardOperators(parts)
const functions = standardFunctions(parts)

function typeOf({ nativeType, uiType }: Pick<Column, 'nativeType' | 'uiType'>): FormulaType {
  const type = nativeType.toLowerCase()
  if (/^(bool|(tiny|small|medium|big)?int|bit|year|decimal|numeric|float|double|real)/.test(type))
    return columnType(uiType).storage === 'boolean' ? 'boolean' : 'number'
  if (type === 'date') return 'date'
  return /^(datetime|timestamp)/.test(type) ? 'dateTime' : 'text'
}

function column(expression: Fragment, column: Column): Fragment {
  switch (typeOf(column)) {
    case 'number':
      return sql`(${expression} + 0e0)`
    case 'boolean':
      return sql`(${expression} <> 0)`
    // Year 0 isn't a supported date.
    case 'date':
      return sql`(CASE WHEN ${expression} >= '0001-01-01' THEN ${expression} END)`
    case 'dateTime':
      return sql`(CASE WHEN ${expression} >= '0001-01-01' THEN TIMESTAMPADD(MICROSECOND, -MICROSECOND(${expression}), ${expression}) END)`
    case 'text':
      return sql`CAST(${expression} AS CHAR)`
  }
}

function range({ nativeType }: Column): NumberRange {
  const native = nativeType.toLowerCase()
  if (/^(bool|(tiny|small|medium|big)?int|bit|year)/.test(native)) return wholeRange(2e19)
  const [, digits, scale] = /^(?:numeric|decimal)\((\d+)(?:,(\d+))?\)/.exec(native) ?? []
  if (digits === undefined) return unknownRange
  const places = Number(scale ?? 0)
  return { least: 10 ** -places, most: 10 ** (Number(digits) - places) }
}

function convert(value: Expression, to: FormulaType): Fragment {
  const { sql: given, type: from } = value
  switch (to) {
    case 'number':
      return sql`(${given} + 0e0)`
    case 'boolean':
      if (from === 'text') return sql`(CHAR_LENGTH(${given}) > 0)`
      return from === 'number' ? sql`(${given} <> 0)` : sql`(${given} IS NOT NULL)`
    case 'date':
      return sql`CAST(${given} AS DATE)`
    case 'dateTime':
      return sql`CAST(${given} AS DATETIME)`
    case 'text':
      if (from === 'number') return numberText(given)
      if (from === 'boolean') return sql`(CASE ${given} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`
      return output(value)
  }
}

function output({ sql: value, type }: Expression): Fragment {
  if (type === 'date') return sql`DATE_FORMAT(${value}, '%Y-%m-%d')`
  return type === 'dateTime' ? sql`DATE_FORMAT(${value}, '%Y-%m-%d %H:%i:%s')` : value
}

/** Clamps numbers, because overflow fails the statement. */
const tamed = tamedBy((value) => sql`NULLIF(NULLIF(LEAST(GREATEST(${value}, -1e300), 1e300), 1e300), -1e300)`)

const remainder = (args: readonly Expression[]): Fragment => {
  const [{ sql: x }, { sql: y }] = pair(args)
  return sql`(CASE WHEN ${y} = 0 THEN NULL WHEN ABS(${x}) < ABS(${y}) THEN ${x}
    WHEN ABS(${y}) < 1e290 AND ABS(${x}) >= 1e15 * LEAST(ABS(${y}), 1e290) THEN NULL
    ELSE ${x} - ${y} * TRUNCATE(${x} / ${y}, 0) END)`
}

/** A sentinel for blanks, because LEAST and GREATEST return NULL if one argument is NULL. */
const extreme =
  (name: 'LEAST' | 'GREATEST', sentinel: string): FunctionSql =>
  (args) =>
    args.length === 1
      ? of(args[0])
      : sql`NULLIF(${raw(name)}(${join(
          args.map((arg) => sql`COALESCE(${arg.sql}, ${raw(sentinel)})`),
          ', ',
        )}), ${raw(sentinel)})`

/** Rounds to 15 digits, because sums of decimals differ in the last digits. */
const sure = (value: Fragment): Fragment =>
  sql`ROUND(${value}, COALESCE(CAST(14 - FLOOR(LOG10(ABS(${value}))) AS SIGNED), 0))`

const joined = (args: readonly Expression[]): Fragment =>
  sql`CONCAT(${join(
    args.map((arg) => (arg.filled === true ? arg.sql : sql`COALESCE(${arg.sql}, '')`)),
    ', ',
  )})`

/** Formulas in MySQL and MariaDB. */
export const formulaOf = (flavour: Flavour): FormulaSql => ({
  typeNames: { number: 'double', text: 'longtext', boolean: 'tinyint(1)', date: 'date', dateTime: 'datetime(6)' },
  text: (expression) => sql`CAST(${expression} AS CHAR)`,
  // Sorts compare the first max_sort_length bytes only.
  textKey: (text) => sql`SHA2(${text}, 256)`,
  typeOf,
  column,
  range,
  literal: (value, type) => {
    if (type === 'boolean') return value === true ? sql`1` : sql`0`
    if (type === 'number') return sql`(${bound(value)} + 0e0)`
    return type === 'text'
      ? sql`CAST(${bound(value)} AS CHAR)`
      : sql`CAST(${bound(value)} AS ${raw(type === 'date' ? 'DATE' : 'DATETIME')})`
  },
  blank: () => sql`NULL`,
  convert,
  operators: {
    ...operators,
    join: joined,
    ...tamedOperators(tamed),
    multiply: (args, safe) => {
      const [{ sql: x }, { sql: y }] = pair(args)
      return safe
        ? sql`(${x} * ${y})`
        : sql`(CASE WHEN ABS(${x}) <= 1 OR ABS(${y}) < 1.7e308 / ABS(${x}) THEN ${x} * ${y} END)`
    },
    // Division by zero yields NULL.
    divide: (args, safe) => {
      const [{ sql: x }, { sql: y }] = pair(args)
      return safe
        ? sql`(${x} / ${y})`
        : sql`(CASE WHEN ABS(${y}) >= 1 OR ABS(${x}) < 1.7e308 * ABS(${y}) THEN ${x} / ${y} END)`
    },
    remainder,
  },
  functions: {
    ...functions,
    ...textFunctions(flavour),
    ...dateFunctions,
    ...roundingFunctions,
    CONCAT: joined,
    SUM: (args, context) => functions.SUM(tamed(args), context),
    ADD: (args, context) => functions.SUM(tamed(args), context),
    AVG: (args, context) => functions.AVG(tamed(args), context),
    PI: () => sql`(PI() + 0e0)`,
    MIN: extreme('LEAST', '1.7976931348623157e308'),
    MAX: extreme('GREATEST', '-1.7976931348623157e308'),
    SIGN: ([value]) => sql`(SIGN(${of(value)}) + 0e0)`,
    INT: ([value]) => sql`TRUNCATE(${of(value)}, 0)`,
    CEILING: ([value]) => sql`CEILING(${of(value)})`,
    FLOOR: ([value]) => sql`FLOOR(${of(value)})`,
    MOD: remainder,
    POWER: ([base, exponent]) => withinPowers(of(base), of(exponent)),
    EXP: ([value]) => sql`EXP(NULLIF(LEAST(${of(value)}, 709.79), 709.79))`,
    LOG: ([value, base]) => (base ? sql`(LN(${of(value)}) / NULLIF(LN(${of(base)}), 0))` : sql`LN(${of(value)})`),
  },
  output,
  aggregates: {
    count: ({ sql: value }) => sql`(COUNT(${value}) + 0e0)`,
    min: ({ sql: value }) => sql`MIN(${value})`,
    max: ({ sql: value }) => sql`MAX(${value})`,
    countDistinct: ({ sql: value }) => sql`(COUNT(DISTINCT ${value}) + 0e0)`,
    ...totals({ sum: 'SUM', avg: 'AVG' }, (call, value) => sure(sql`${call}${list(tamed([value]))})`)),
  },
  linked,
})
