import { columnType } from '@common/columns/registry'
import type { FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import { totals } from '@main/db/formula-arithmetic'
import type { Expression, FormulaSql } from '@main/db/formula-sql'
import { of, pair, standardFunctions, standardOperators } from '@main/db/formula-standard'
import { unknownRange, wholeRange, type NumberRange } from '@main/db/number-range'
import { bound, join, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { kindOf } from './comparison'
import { dateFunctions } from './formula-dates'
import { binary, length, nameText, plain, withValues } from './formula-let'
import { linked } from './formula-linked'
import { guarded, numberFunctions, numberText, remainder, sure, tamed } from './formula-numbers'
import { textFunctions } from './formula-text'
import { shownText } from './text'

const typeNames: Readonly<Record<FormulaType, string>> = {
  number: 'float',
  text: 'nvarchar(max)',
  boolean: 'bit',
  date: 'date',
  dateTime: 'datetime2(7)',
}

/** Size up to which a pair of values is compared without a subquery. */
const shortPair = 400

const parts = {
  false: sql`CAST(0 AS bit)`,
  // The server doesn't accept conditions as values.
  value: (condition: Fragment) => sql`CAST(CASE WHEN ${condition} THEN 1 ELSE 0 END AS bit)`,
  condition: (value: Fragment) => sql`(${value} = 1)`,
  // The server ignores trailing blanks, so appends a character that is smaller than any other.
  comparable: ({ sql: value, type }: Expression) => (type === 'text' ? binary(sql`(${value} + NCHAR(1))`) : value),
  /** Never unknown, so that it can be negated. */
  same: (left: Fragment, right: Fragment) =>
    left.size + right.size <= shortPair
      ? sql`(CASE WHEN ${left} = ${right} OR (${left} IS NULL AND ${right} IS NULL) THEN 1 ELSE 0 END = 1)`
      : sql`EXISTS (SELECT ${left} INTERSECT SELECT ${right})`,
  length: (text: Fragment) => sql`CAST(${length(text)} AS float)`,
  zero: sql`0e0`,
  emptyText: sql`N''`,
}
const operators = standardOperators(parts)
const functions = standardFunctions(parts)

const types: Partial<Record<NonNullable<ReturnType<typeof kindOf>>, FormulaType>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'date',
  moment: 'dateTime',
  zonedMoment: 'dateTime',
}

function typeOf({ nativeType, uiType }: Pick<Column, 'nativeType' | 'uiType'>): FormulaType {
  const type = types[kindOf(nativeType) ?? 'text'] ?? 'text'
  return type === 'number' && columnType(uiType).storage === 'boolean' ? 'boolean' : type
}

function column(expression: Fragment, column: Column): Fragment {
  const kind = kindOf(column.nativeType)
  switch (typeOf(column)) {
    case 'text':
      return textOf(expression, column)
    case 'boolean':
      return kind === 'boolean'
        ? expression
        : sql`CAST(CASE WHEN ${expression} <> 0 THEN 1 WHEN ${expression} = 0 THEN 0 END AS bit)`
    case 'number':
      return sql`CAST(${expression} AS float)`
    case 'date':
      return expression
    case 'dateTime': {
      const moment = kind === 'zonedMoment' ? sql`SWITCHOFFSET(${expression}, '+00:00')` : expression
      return sql`CAST(CONVERT(nvarchar(19), ${moment}, 120) AS datetime2(0))`
    }
  }
}

const textOf = (expression: Fragment, { nativeType }: Pick<Column, 'nativeType'>): Fragment =>
  plain(sql`CONVERT(nvarchar(max), ${raw(shownText(nativeType, nameText(expression)))})`)

function range({ nativeType }: Column): NumberRange {
  if (/^(tiny|small|big)?int$/.test(nativeType)) return wholeRange(1e19)
  if (/^(small)?money$/.test(nativeType)) return { least: 0.0001, most: 1e15 }
  const [, digits, scale] = /^(?:numeric|decimal)\((\d+),(\d+)\)/.exec(nativeType) ?? []
  if (digits === undefined) return unknownRange
  const places = Number(scale ?? 0)
  return { least: 10 ** -places, most: 10 ** (Number(digits) - places) }
}

function literal(value: string | number | boolean, type: FormulaType): Fragment {
  if (type === 'boolean') return value === true ? sql`CAST(1 AS bit)` : sql`CAST(0 AS bit)`
  // An exponent makes it a double. Formulas must not calculate with decimals.
  if (typeof value === 'number') return raw(String(value).includes('e') ? String(value) : `${value}e0`)
  return sql`CAST(${bound(value)} AS ${raw(type === 'dateTime' ? 'datetime2(0)' : typeNames[type])})`
}

function convert(value: Expression, to: FormulaType): Fragment {
  const { sql: given, type: from } = value
  switch (to) {
    case 'number':
      return sql`(CASE ${given} WHEN 1 THEN 1e0 WHEN 0 THEN 0e0 END)`
    case 'boolean':
      if (from === 'text') return asBit(sql`${length(given)}`, '> 0', '= 0')
      return from === 'number'
        ? asBit(given, '<> 0', '= 0')
        : sql`CAST(CASE WHEN ${given} IS NOT NULL THEN 1 ELSE 0 END AS bit)`
    case 'date':
      return sql`CAST(${given} AS date)`
    case 'dateTime':
      return sql`CAST(${given} AS datetime2(0))`
    case 'text':
      if (from === 'number') return plain(numberText(given))
      if (from === 'boolean')
        return sql`CAST(CASE ${given} WHEN 1 THEN N'true' WHEN 0 THEN N'false' END AS nvarchar(max))`
      return output(value)
  }
}

/** A blank stays blank. */
const asBit = (value: Fragment, yes: string, no: string): Fragment =>
  withValues([value], (x) => sql`CAST(CASE WHEN ${x} ${raw(yes)} THEN 1 WHEN ${x} ${raw(no)} THEN 0 END AS bit)`)

function output({ sql: value, type }: Expression): Fragment {
  if (type === 'date') return sql`CONVERT(nvarchar(10), ${value}, 23)`
  return type === 'dateTime' ? sql`CONVERT(nvarchar(19), ${value}, 120)` : value
}

const groupMax = 90

/** Joins texts. CONCAT treats NULL as an empty text and accepts 254 arguments at most. */
function joined(args: readonly Expression[]): Fragment {
  const texts = args.map((arg) => arg.sql)
  if (texts.length === 1) return sql`COALESCE(${of(args[0])}, N'')`
  const groups: Fragment[] = []
  for (let at = 0; at < texts.length; at += groupMax) {
    const group = texts.slice(at, at + groupMax)
    groups.push(group.length === 1 ? sql`${group[0] ?? raw("N''")}` : sql`CONCAT(${join(group, ', ')})`)
  }
  const [only] = groups
  return only !== undefined && groups.length === 1 ? only : sql`CONCAT(${join(groups, ', ')})`
}

/** Compares two values; blanks are equal. A plain comparison is enough if one of them is never blank. */
function equal(args: readonly Expression[], negated: boolean): Fragment {
  const [left, right] = pair(args)
  const [l, r] = [parts.comparable(left), parts.comparable(right)]
  const same = left.filled === true || right.filled === true ? sql`${l} = ${r}` : parts.same(l, r)
  return sql`CAST(CASE WHEN ${same} THEN ${raw(negated ? '0 ELSE 1' : '1 ELSE 0')} END AS bit)`
}

/** Returns MIN or MAX. The server has no order for booleans; texts compare by character code. */
function extreme(name: 'MIN' | 'MAX', { sql: value, type }: Expression): Fragment {
  if (type === 'boolean') return sql`CAST(${raw(name)}(CAST(${value} AS int)) AS bit)`
  return type === 'text' ? plain(sql`${raw(name)}(${binary(value)})`) : sql`${raw(name)}(${value})`
}

/** Formulas in SQL Server. */
export const formula: FormulaSql = {
  typeNames,
  text: textOf,
  textKey: (text) => sql`HASHBYTES('SHA2_256', ${text})`,
  typeOf,
  column,
  range,
  literal,
  blank: (type) => sql`CAST(NULL AS ${raw(type === 'dateTime' ? 'datetime2(0)' : typeNames[type])})`,
  convert,
  condition: parts.condition,
  operators: {
    ...operators,
    equal: (args) => equal(args, false),
    notEqual: (args) => equal(args, true),
    join: joined,
    ...guarded,
    remainder,
  },
  functions: {
    ...functions,
    ...textFunctions,
    ...dateFunctions,
    ...numberFunctions,
    CONCAT: joined,
    COUNT: (args, context) => sql`CAST(${functions.COUNT(args, context)} AS float)`,
  },
  output,
  aggregates: {
    count: ({ sql: value }) => sql`CAST(COUNT_BIG(${value}) AS float)`,
    min: (value) => extreme('MIN', value),
    max: (value) => extreme('MAX', value),
    countDistinct: (value) => sql`CAST(COUNT_BIG(DISTINCT ${parts.comparable(value)}) AS float)`,
    ...totals({ sum: 'SUM', avg: 'AVG' }, (call, value) => sure(sql`${call}${of(tamed([value])[0])})`)),
  },
  linked,
}
