import { linkedValuesMax, type LinkedQuery, type LinkedSql } from '@main/db/formula-sql'
import { join, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { kindOf } from './comparison'
import { floatText, plainNumber, shownText } from './text'

const ordered = ({ order }: LinkedQuery): Fragment => (order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : sql``)

/** Selects the values with their positions, up to the limit. */
function rows(query: LinkedQuery): Fragment {
  const { expression, from, order } = query
  const by = order.length > 0 ? join(order, ', ') : raw('(SELECT NULL)')
  return sql`(SELECT TOP (${raw(String(linkedValuesMax))}) ${expression} AS x, ROW_NUMBER() OVER (ORDER BY ${by}) AS n FROM ${from}${ordered(query)}) AS v`
}

const yesOrNo = `CASE v.x WHEN 1 THEN N'true' WHEN 0 THEN N'false' END`
/** Quotes a JSON string. The server escapes slashes, which JSON doesn't need. */
const quoted = (text: string): string =>
  String.raw`N'"' + REPLACE(STRING_ESCAPE(CONVERT(nvarchar(max), ${text}), 'json'), N'\/', N'/') + N'"'`

/** Returns the JSON of a value. Numbers that a double can't hold become text. Blank for a blank. */
function element({ type, column }: LinkedQuery): string {
  if (type === 'number') return floatText('float', 'v.x')
  if (type === 'boolean') return yesOrNo
  const nativeType = column?.nativeType ?? 'nvarchar(max)'
  switch (column === undefined ? undefined : kindOf(nativeType)) {
    case 'integer':
      return `CASE WHEN v.x BETWEEN -9007199254740991 AND 9007199254740991 THEN CONVERT(nvarchar(20), v.x) ELSE ${quoted('v.x')} END`
    case 'decimal': {
      const text = shownText(nativeType, 'v.x')
      return `CASE WHEN LEN(REPLACE(REPLACE(${text}, N'-', N''), N'.', N'')) <= 15 THEN ${text} ELSE ${quoted(text)} END`
    }
    case 'float':
      return floatText(nativeType, 'v.x')
    case 'boolean':
      return yesOrNo
    default:
      return quoted(shownText(nativeType, 'v.x'))
  }
}

function text({ type, column }: LinkedQuery): string {
  if (type === 'number') return plainNumber('v.x')
  if (type === 'boolean') return yesOrNo
  return shownText(column?.nativeType ?? 'nvarchar(max)', 'v.x')
}

/** Joins the values in order. STRING_AGG skips blanks. */
const aggregated = (value: string, between: string): Fragment =>
  raw(`STRING_AGG(CONVERT(nvarchar(max), ${value}), '${between}') WITHIN GROUP (ORDER BY v.n)`)

export const linked: LinkedSql = {
  first: (query) => sql`(SELECT TOP (1) ${query.expression} FROM ${query.from}${ordered(query)})`,
  list: (query) => sql`(SELECT N'[' + COALESCE(${aggregated(element(query), ',')}, N'') + N']' FROM ${rows(query)})`,
  joined: (query) => sql`(SELECT ${aggregated(text(query), ', ')} FROM ${rows(query)})`,
  // An aggregate accepts no subquery, and doesn't mix outer and inner columns: aggregates over a derived table.
  aggregated: (value, from, aggregate) =>
    sql`(SELECT ${aggregate({ ...value, sql: raw('v.x') })} FROM (SELECT ${value.sql} AS x FROM ${from}) AS v)`,
}
