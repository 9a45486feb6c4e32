import type { FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import type { LinkedQuery, LinkedSql } from '@main/db/formula-sql'
import { join, sql, type Fragment } from '@main/db/sql-fragment'
import { numberText } from './formula-numbers'

const ordered = ({ order }: LinkedQuery): Fragment => (order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : sql``)

const isNumber = (type: FormulaType | undefined, column: Column | undefined): boolean =>
  type === 'number' ||
  type === 'boolean' ||
  /^(bool|(tiny|small|medium|big)?int|year|decimal|numeric|float|double|real)/i.test(column?.nativeType ?? '')

/** Returns the JSON of a value. Numbers beyond a double become text. Blank for a blank. */
function element({ expression, type, column }: LinkedQuery): Fragment {
  if (!isNumber(type, column)) return quoted(expression)
  if (/^bigint/i.test(column?.nativeType ?? ''))
    return sql`IF(ABS(${expression}) > 9007199254740991, ${quoted(expression)}, CAST(${expression} AS CHAR))`
  return sql`CAST((${expression} + 0e0) AS CHAR)`
}

/** JSON has its own collation, which conflicts with that of our sessions. */
const quoted = (expression: Fragment): Fragment => sql`CAST(JSON_QUOTE(CAST(${expression} AS CHAR)) AS CHAR)`

function text({ expression, type }: LinkedQuery): Fragment {
  if (type === 'number') return numberText(expression)
  return type === 'boolean'
    ? sql`(CASE ${expression} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`
    : sql`CAST(${expression} AS CHAR)`
}

/** Joins lists as text: aggregates skip blanks, and nothing else works in every version. */
export const linked: LinkedSql = {
  first: (query) => sql`(SELECT ${query.expression} FROM ${query.from}${ordered(query)} LIMIT 1)`,
  list: (query) =>
    sql`(SELECT CONCAT('[', COALESCE(GROUP_CONCAT(${element(query)}${ordered(query)} SEPARATOR ','), ''), ']') FROM ${query.from})`,
  joined: (query) => sql`(SELECT GROUP_CONCAT(${text(query)}${ordered(query)} SEPARATOR ', ') FROM ${query.from})`,
}
