import { linkedValuesMax, type LinkedQuery, type LinkedSql } from '@main/db/formula-sql'
import { join, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { kindOf } from './comparison'
import { floatText, plainNumber, shownText } from './text'

const ordered = ({ order }: LinkedQuery): Fragment => (order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : sql``)

/** The values with their places, the first thousand of them. */
function rows(query: LinkedQuery): Fragment {
  const { expression, from, order } = query
  const by = order.length > 0 ? join(order, ', ') : raw('(SELECT NULL)')
  return sql`(SELECT TOP (${raw(String(linkedValuesMax))}) ${expression} AS x, ROW_NUMBER() OVER (ORDER BY ${by}) AS n FROM ${from}${ordered(query)}) AS v`
}

const yesOrNo = `CASE v.x WHEN 1 THEN N'true' WHEN 0 THEN N'false' END`
/** The server writes a stroke with a backslash, which JSON may do without. */
const quoted = (text: string): string =>
  String.raw`N'"' + REPLACE(STRING_ESCAPE(CONVERT(nvarchar(max), ${text}), 'json'), N'\/', N'/') + N'"'`

/** The JSON of a value: digits beyond what a number keeps stay text. Blank for a blank. */
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

/** Joined by their places; blanks are left out by themselves. */
const aggregated = (value: string, between: string): Fragment =>
  raw(`STRING_AGG(CONVERT(nvarchar(max), ${value}), '${between}') WITHIN GROUP (ORDER BY v.n)`)

export const linked: LinkedSql = {
  first: (query) => sql`(SELECT TOP (1) ${query.expression} FROM ${query.from}${ordered(query)})`,
  list: (query) => sql`(SELECT N'[' + COALESCE(${aggregated(element(query), ',')}, N'') + N']' FROM ${rows(query)})`,
  joined: (query) => sql`(SELECT ${aggregated(text(query), ', ')} FROM ${rows(query)})`,
  // What is aggregated may hold no query, and no column from outside beside one of its own.
  aggregated: (value, from, aggregate) =>
    sql`(SELECT ${aggregate({ ...value, sql: raw('v.x') })} FROM (SELECT ${value.sql} AS x FROM ${from}) AS v)`,
}
