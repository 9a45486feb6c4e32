import type { Column } from '@common/model'
import { linkedValuesMax, type LinkedQuery, type LinkedSql } from '@main/db/formula-sql'
import { join, raw, sql, type Fragment } from '@main/db/sql-fragment'

const ordered = ({ order }: LinkedQuery): Fragment => (order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : sql``)

/** Returns the ordered values, at most a thousand. */
function rows(query: LinkedQuery): Fragment {
  const { expression, from } = query
  return sql`(SELECT ${expression} AS x FROM ${from}${ordered(query)} LIMIT ${raw(String(linkedValuesMax))}) AS v`
}

/** Numbers and booleans become JSON; other values become the text used in rows. */
function element(query: LinkedQuery): Fragment {
  const native = query.column?.nativeType.toLowerCase()
  if (native === undefined) return sql`v.x`
  if (/^(smallint|integer|int[24]?$|boolean|real|double)/.test(native)) return sql`v.x`
  // Beyond 2^53, the digits become text.
  if (/^(bigint|int8)/.test(native))
    return sql`CASE WHEN abs(v.x::numeric) > 9007199254740991 THEN to_json(v.x::text) ELSE to_json(v.x) END`
  if (/^(numeric|decimal)/.test(native))
    return sql`CASE WHEN char_length(trim_scale(v.x)::text) > 15 THEN to_json(trim_scale(v.x)::text) ELSE to_json(trim_scale(v.x)) END`
  return textElement(query.column)
}

const textElement = (column: Column | undefined): Fragment =>
  /^timestamp.* with time zone/.test(column?.nativeType.toLowerCase() ?? '')
    ? sql`replace(v.x::text, '+00', '')`
    : sql`v.x::text`

export const linked: LinkedSql = {
  first: (query) => sql`(SELECT ${query.expression} FROM ${query.from}${ordered(query)} LIMIT 1)`,
  list: (query) =>
    sql`(SELECT COALESCE(json_agg(${element(query)}) FILTER (WHERE v.x IS NOT NULL), '[]')::text FROM ${rows(query)})`,
  joined: (query) => {
    const text =
      query.type === 'number'
        ? sql`trim_scale(v.x::numeric)::text`
        : query.type === undefined
          ? textElement(query.column)
          : sql`v.x::text`
    return sql`(SELECT string_agg(${text}, ', ') FROM ${rows(query)})`
  },
}
