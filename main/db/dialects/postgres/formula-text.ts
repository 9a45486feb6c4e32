import { parsePattern, renderPattern, type PatternFlavor } from '@common/formula/pattern'
import { repeatCharactersMax, replaceCharactersMax } from '@common/formula/functions/define'
import { mostCharacters, type TextFunction } from '@main/db/formula-functions'
import type { Expression, FunctionSql } from '@main/db/formula-sql'
import { of, wholeLiteral } from '@main/db/formula-standard'
import { bound, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { withValues } from './formula-let'

/** Truncates a number and clamps it. Blank stays blank, although LEAST and GREATEST skip NULL. */
function whole(value: Expression | undefined, least: number): Fragment {
  const literal = wholeLiteral(value, least, mostCharacters)
  if (literal !== undefined) return raw(String(literal))
  const bounds = sql`least(${raw(String(mostCharacters))}, greatest(${raw(String(least))}, trunc(v.x0)))`
  return withValues([of(value)], (x) => sql`CASE WHEN ${x} IS NOT NULL THEN ${bounds}::integer END`)
}

const middle: FunctionSql = ([text, start, length]) =>
  length
    ? sql`substring(${of(text)}, ${whole(start, 1)}, ${whole(length, 0)})`
    : sql`substring(${of(text)}, ${whole(start, 1)})`

/** Skips the replacement if the product of the lengths exceeds the limit; short literals never exceed it. */
function replaced(
  [text, search, replacement]: readonly Expression[],
  replace: (text: Fragment, replacement: Fragment) => Fragment,
): Fragment {
  if (!search || (typeof replacement?.literal === 'string' && replacement.literal.length <= 100))
    return replace(of(text), of(replacement))
  return withValues(
    [of(text), of(replacement)],
    (t, r) =>
      sql`CASE WHEN char_length(${t})::bigint * char_length(${r}) <= ${raw(String(replaceCharactersMax))} THEN ${replace(t, r)} END`,
  )
}

const replace: FunctionSql = (args) => replaced(args, (text, by) => sql`replace(${text}, ${of(args[1])}, ${by})`)

const flavor: PatternFlavor = {
  code: (code) =>
    code > 0xff_ff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`,
  start: '\\A',
  end: '\\Z',
}

/** Renders the pattern of an argument for this engine. */
const patternOf = (value: Expression | undefined): Fragment =>
  sql`${bound(renderPattern(parsePattern(String(value?.literal ?? '')), flavor))}::text`

const numberText = String.raw`^[ \t\r\n]*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?[ \t\r\n]*$`

export const textFunctions: Record<TextFunction, FunctionSql> = {
  LEFT: ([text, count]) => sql`left(${of(text)}, ${whole(count, 0)})`,
  RIGHT: ([text, count]) => sql`right(${of(text)}, ${whole(count, 0)})`,
  MID: middle,
  SUBSTR: middle,
  SUBSTITUTE: replace,
  REPLACE: replace,
  REPEAT: ([text, count]) =>
    withValues(
      [of(text), whole(count, 0)],
      (t, n) =>
        sql`CASE WHEN char_length(${t}) = 0 AND ${n} IS NOT NULL THEN '' WHEN char_length(${t})::bigint * ${n} <= ${raw(String(repeatCharactersMax))} THEN repeat(${t}, ${n}) END`,
    ),
  SEARCH: ([text, search]) => sql`position(${of(search)} IN ${of(text)})::double precision`,
  FIND: ([search, text, start]) =>
    start
      ? withValues([whole(start, 1), of(text), of(search)], (from, t, s) => {
          const at = sql`position(${s} IN substring(${t}, ${from}))`
          return sql`(CASE WHEN ${at} > 0 THEN ${at} + ${from} - 1 ELSE ${at} END)::double precision`
        })
      : sql`position(${of(search)} IN ${of(text)})::double precision`,
  REGEX_MATCH: ([text, pattern]) => sql`(${of(text)} ~ ${patternOf(pattern)})`,
  REGEX_EXTRACT: ([text, pattern]) => sql`substring(${of(text)} FROM ${patternOf(pattern)})`,
  // The replacement is literal: a backslash has no meaning.
  REGEX_REPLACE: (args) =>
    replaced(
      args,
      (text, by) =>
        sql`regexp_replace(${text}, ${patternOf(args[1])}, replace(${by}, ${bound('\\')}::text, ${bound('\\\\')}::text), 'g')`,
    ),
  VALUE: ([text]) => {
    const exact = withValues(
      [of(text)],
      (t) =>
        sql`CASE WHEN char_length(${t}) <= 100 AND ${t} ~ ${bound(numberText)}::text THEN btrim(${t}, E' \\t\\r\\n')::numeric END`,
    )
    return withValues(
      [exact],
      (n) =>
        sql`CASE WHEN abs(${n}) > 1.7976931348623157e308 THEN NULL WHEN abs(${n}) < 1e-300 THEN 0 ELSE ${n}::double precision END`,
    )
  },
}
