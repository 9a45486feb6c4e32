import type { StorageClass } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { FormulaType, FunctionName } from '@common/formula'
import type { Column } from '@common/model'
import {
  linkedValuesMax,
  type Expression,
  type FormulaSql,
  type FunctionSql,
  type LinkedQuery,
} from '@main/db/formula-sql'
import { list, of, pair, standardFunctions, standardOperators, wholeLiteral } from '@main/db/formula-standard'
import { unknownRange } from '@main/db/number-range'
import { balanced, bound, join, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { isExactDecimal } from './exact-decimal'
import { formulaFunctionName, numberTextName } from './formula-functions'

/** Calls the registered function of the same name (formula-functions.ts). */
const ours =
  (name: FunctionName): FunctionSql =>
  (args) =>
    sql`${raw(formulaFunctionName(name))}(${list(args)})`

const parts = {
  false: sql`0`,
  value: (condition: Fragment) => condition,
  condition: (value: Fragment) => value,
  // A column can be declared case-insensitive.
  comparable: ({ sql: text, type }: Expression) => (type === 'text' ? sql`${text} COLLATE BINARY` : text),
  same: (left: Fragment, right: Fragment) => sql`(${left} IS ${right})`,
  length: (text: Fragment) => sql`length(${text})`,
  zero: sql`0.0`,
  emptyText: sql`''`,
}
const operators = standardOperators(parts)
const functions = standardFunctions(parts)

/** Overflow becomes infinity, and NaN becomes NULL. */
const finite = (value: Fragment): Fragment => sql`NULLIF(NULLIF(${value}, 9e999), -9e999)`
const guarded = (value: Fragment, safe: boolean): Fragment => (safe ? value : finite(value))
const datePart =
  (format: string): FunctionSql =>
  ([value]) =>
    sql`CAST(strftime(${raw(`'${format}'`)}, ${of(value)}) AS REAL)`

/** A sentinel for blanks in `min` and `max`, which return NULL if one argument is NULL. */
const extreme =
  (name: 'min' | 'max', sentinel: string): FunctionSql =>
  (args) =>
    args.length === 1
      ? of(args[0])
      : sql`NULLIF(${raw(name)}(${join(
          args.map((arg) => sql`COALESCE(${arg.sql}, ${raw(sentinel)})`),
          ', ',
        )}), ${raw(sentinel)})`

const middle: FunctionSql = (args, context) => {
  const [text, , length] = args
  const from = wholeLiteral(args[1], 1, 2_000_000_000)
  const count = length ? wholeLiteral(length, 0, 2_000_000_000) : 2_000_000_000
  return from === undefined || count === undefined
    ? ours('MID')(args, context)
    : sql`substr(${of(text)}, ${raw(String(from))}, ${raw(String(count))})`
}
/** A short replacement limits the size of the result. */
const replace =
  (name: FunctionName): FunctionSql =>
  (args, context) => {
    const replacement = args[2]?.literal
    return typeof replacement === 'string' && replacement.length <= 100
      ? sql`replace(${list(args)})`
      : ours(name)(args, context)
  }

const dateFormats: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  MM: '%m',
  DD: '%d',
  HH: '%H',
  mm: '%M',
  ss: '%S',
}

function typeOf(column: Column): FormulaType {
  const type = formulaTypes[columnType(column.uiType).storage]
  return type === 'number' && /char|text|clob/i.test(column.nativeType) ? 'text' : type
}

const formulaTypes: Readonly<Record<StorageClass, FormulaType>> = {
  boolean: 'boolean',
  autoIncrement: 'number',
  integer: 'number',
  decimal: 'number',
  float: 'number',
  year: 'number',
  date: 'date',
  dateTime: 'dateTime',
  text: 'text',
  longText: 'text',
  time: 'text',
  json: 'text',
  blob: 'text',
}

/** Columns can contain values of any type. A text in a numeric column isn't a number. */
function column(expression: Fragment, column: Column): Fragment {
  switch (typeOf(column)) {
    case 'number':
      // Decimals beyond the digits of a double are texts.
      return isExactDecimal(column)
        ? sql`(CASE WHEN typeof(${expression}) <> 'blob' THEN CAST(${expression} AS REAL) END)`
        : sql`(CASE WHEN typeof(${expression}) IN ('integer', 'real') THEN CAST(${expression} AS REAL) END)`
    case 'boolean':
      return sql`(CASE WHEN typeof(${expression}) IN ('integer', 'real') THEN ${expression} <> 0 END)`
    case 'date':
      return sql`(CASE typeof(${expression}) WHEN 'text' THEN date(${expression}) END)`
    case 'dateTime':
      return sql`(CASE typeof(${expression}) WHEN 'text' THEN datetime(${expression}) END)`
    case 'text':
      return sql`CAST(${expression} AS TEXT)`
  }
}

function convert({ sql: value, type: from }: Expression, to: FormulaType): Fragment {
  switch (to) {
    case 'number':
      return value
    case 'boolean':
      if (from === 'text') return sql`(length(${value}) > 0)`
      return from === 'number' ? sql`(${value} <> 0)` : sql`(${value} IS NOT NULL)`
    case 'date':
      return sql`substr(${value}, 1, 10)`
    case 'dateTime':
      return sql`(${value} || ' 00:00:00')`
    case 'text':
      if (from === 'number') return sql`${raw(numberTextName)}(${value})`
      return from === 'boolean' ? sql`(CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : value
  }
}

/** Rounds to 15 digits, because sums of decimals differ in the last digits. */
const sure = (value: Fragment): Fragment => sql`CAST(${raw(numberTextName)}(${value}) AS REAL)`

/** Returns the ordered values of several rows, at most a thousand. */
function linkedRows({ expression, from, order }: LinkedQuery): Fragment {
  const ordered = order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : sql``
  return sql`SELECT ${expression} AS x FROM ${from}${ordered} LIMIT ${raw(String(linkedValuesMax))}`
}
const filledRows = (query: LinkedQuery): Fragment => sql`(SELECT x FROM (${linkedRows(query)}) WHERE x IS NOT NULL)`

/** Formulas in SQLite. Missing functions are registered on the connection. */
export const formula: FormulaSql = {
  typeNames: { number: 'double', text: 'text', boolean: 'boolean', date: 'date', dateTime: 'datetime' },
  text: (expression) => sql`CAST(${expression} AS TEXT)`,
  // A cast would preserve the column's collation.
  textKey: (text) => sql`(${text} || '')`,
  typeOf,
  column,
  range: () => unknownRange,
  literal: (value, type) => (type === 'boolean' ? (value === true ? sql`1` : sql`0`) : bound(value)),
  blank: () => sql`NULL`,
  convert,
  operators: {
    ...operators,
    add: (args, safe) =>
      guarded(
        balanced(
          args.map((arg) => arg.sql),
          ' + ',
        ),
        safe,
      ),
    subtract: (args, safe) => guarded(sql`(${pair(args)[0].sql} - ${pair(args)[1].sql})`, safe),
    multiply: (args, safe) => guarded(sql`(${pair(args)[0].sql} * ${pair(args)[1].sql})`, safe),
    // Avoids integer division.
    divide: (args, safe) => guarded(sql`(CAST(${pair(args)[0].sql} AS REAL) / ${pair(args)[1].sql})`, safe),
    remainder: (args) => sql`${raw(formulaFunctionName('MOD'))}(${list(args)})`,
  },
  functions: {
    ...functions,
    UPPER: ours('UPPER'),
    LOWER: ours('LOWER'),
    MIN: extreme('min', '9e999'),
    MAX: extreme('max', '-9e999'),
    SIGN: ([value]) => sql`CAST(sign(${of(value)}) AS REAL)`,
    INT: ([value]) => sql`trunc(${of(value)})`,
    ROUND: ours('ROUND'),
    ROUNDUP: ours('ROUNDUP'),
    ROUNDDOWN: ours('ROUNDDOWN'),
    CEILING: ([value]) => sql`ceil(${of(value)})`,
    FLOOR: ([value]) => sql`floor(${of(value)})`,
    MOD: ours('MOD'),
    POWER: (args) => finite(sql`power(${list(args)})`),
    EXP: ([value]) => finite(sql`exp(${of(value)})`),
    LOG: ([value, base]) => (base ? sql`(ln(${of(value)}) / ln(${of(base)}))` : sql`ln(${of(value)})`),
    VALUE: ours('VALUE'),
    LEFT: ([text, count], context) => {
      const literal = wholeLiteral(count, 0, 2_000_000_000)
      return literal === undefined
        ? ours('LEFT')(
            [text, count].filter((arg) => arg !== undefined),
            context,
          )
        : sql`substr(${of(text)}, 1, ${raw(String(literal))})`
    },
    RIGHT: ([text, count], context) => {
      const literal = wholeLiteral(count, 0, 2_000_000_000)
      if (literal === undefined)
        return ours('RIGHT')(
          [text, count].filter((arg) => arg !== undefined),
          context,
        )
      return literal === 0 ? sql`substr(${of(text)}, 1, 0)` : sql`substr(${of(text)}, ${raw(String(-literal))})`
    },
    MID: middle,
    SUBSTR: middle,
    SUBSTITUTE: replace('SUBSTITUTE'),
    REPLACE: replace('REPLACE'),
    REPEAT: ours('REPEAT'),
    SEARCH: (args) => sql`instr(${list(args)})`,
    FIND: (args, context) =>
      args.length > 2 ? ours('FIND')(args, context) : sql`instr(${of(args[1])}, ${of(args[0])})`,
    REGEX_MATCH: ours('REGEX_MATCH'),
    REGEX_EXTRACT: ours('REGEX_EXTRACT'),
    REGEX_REPLACE: ours('REGEX_REPLACE'),
    NOW: () => sql`datetime('now')`,
    TODAY: () => sql`date('now')`,
    YEAR: datePart('%Y'),
    MONTH: datePart('%m'),
    DAY: datePart('%d'),
    HOUR: datePart('%H'),
    MINUTE: datePart('%M'),
    SECOND: datePart('%S'),
    WEEKDAY: ([value]) => sql`(CAST(strftime('%w', ${of(value)}) AS REAL) + 1)`,
    DATEADD: ours('DATEADD'),
    DATETIME_DIFF: ours('DATETIME_DIFF'),
    DATETIME_FORMAT: ([value, format]) => {
      const text = String(format?.literal ?? '')
        .replaceAll('%', '%%')
        .replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (part) => dateFormats[part] ?? part)
      return sql`strftime(${bound(text)}, ${of(value)})`
    },
    DATE: ours('DATE'),
  },
  output: ({ sql: value }) => value,
  aggregates: {
    count: ({ sql: value }) => sql`count(${value})`,
    min: (value) => sql`min(${parts.comparable(value)})`,
    max: (value) => sql`max(${parts.comparable(value)})`,
    avg: ({ sql: value }) => sure(sql`avg(${value})`),
    sum: ({ sql: value }) => sure(sql`sum(${value})`),
    countDistinct: (value) => sql`count(DISTINCT ${parts.comparable(value)})`,
    sumDistinct: ({ sql: value }) => sure(sql`sum(DISTINCT ${value})`),
    avgDistinct: ({ sql: value }) => sure(sql`avg(DISTINCT ${value})`),
  },
  linked: {
    first: ({ expression, from, order }) => {
      const ordered = order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : sql``
      return sql`(SELECT ${expression} FROM ${from}${ordered} LIMIT 1)`
    },
    // Integers beyond 2^53 become texts, as in rows. JSON has no binary data.
    list: (query) =>
      sql`(SELECT json_group_array(CASE typeof(x) WHEN 'blob' THEN NULL WHEN 'integer' THEN iif(x BETWEEN -9007199254740991 AND 9007199254740991, x, CAST(x AS TEXT)) ELSE x END) FROM ${filledRows(query)})`,
    joined: (query) => {
      const text = query.type === undefined ? sql`CAST(x AS TEXT)` : convert({ sql: sql`x`, type: query.type }, 'text')
      return sql`(SELECT group_concat(${text}, ', ') FROM ${filledRows(query)})`
    },
  },
}
