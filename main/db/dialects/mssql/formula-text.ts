import { repeatCharactersMax, replaceCharactersMax } from '@common/formula/functions/define'
import { mostCharacters, type TextFunction } from '@main/db/formula-functions'
import type { Expression, FunctionSql } from '@main/db/formula-sql'
import { of, wholeLiteral } from '@main/db/formula-standard'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'
import { binary, length, ofCharacters, plain, withValues } from './formula-let'

/** Truncates a number to an integer within bounds. */
function whole(value: Expression | undefined, least: number): Fragment {
  const literal = wholeLiteral(value, least, mostCharacters)
  if (literal !== undefined) return raw(String(literal))
  const [low, high] = [raw(String(least)), raw(String(mostCharacters))]
  return withValues(
    [of(value)],
    (n) => sql`CAST(CASE WHEN ${n} < ${low} THEN ${low} WHEN ${n} > ${high} THEN ${high} ELSE ${n} END AS int)`,
  )
}

const middle: FunctionSql = ([text, start, count]) =>
  plain(
    sql`SUBSTRING(${ofCharacters(of(text))}, ${whole(start, 1)}, ${count ? whole(count, 0) : raw(String(mostCharacters))})`,
  )

/** Replaces text. NULL if the result could exceed the limit, which short literal replacements never do. */
const replace: FunctionSql = ([text, search, replacement]) => {
  const replaced = (given: Fragment, by: Fragment): Fragment =>
    plain(sql`REPLACE(${binary(given)}, ${binary(of(search))}, ${binary(by)})`)
  if (typeof replacement?.literal === 'string' && replacement.literal.length <= 100)
    return replaced(of(text), of(replacement))
  return withValues(
    [of(text), of(replacement)],
    (t, r) =>
      sql`CASE WHEN ${length(t)} * ${length(r)} <= ${raw(String(replaceCharactersMax))} THEN ${replaced(t, r)} END`,
  )
}

/** Returns the position of a text in another, in characters. CHARINDEX doesn't find empty texts, which match at 1. */
const placeOf = (search: Fragment, text: Fragment): Fragment =>
  withValues([search, text], (s, t) => {
    const at = sql`CHARINDEX(${binary(s)}, ${binary(t)})`
    return sql`CASE WHEN ${length(s)} = 0 AND ${t} IS NOT NULL THEN 1 WHEN ${at} = 0 THEN 0
      WHEN ${at} > 0 THEN ${length(sql`LEFT(${binary(t)}, ${at} - 1)`)} + 1 END`
  })

const asNumber = (value: Fragment): Fragment => sql`CAST(${value} AS float)`

/** Rejects a function: the server has no regular expressions. */
const refused: FunctionSql = (_args, { refuse }) => refuse()

export const textFunctions: Record<TextFunction | 'TRIM' | 'UPPER' | 'LOWER', FunctionSql> = {
  TRIM: ([text]) => sql`TRIM(${of(text)})`,
  UPPER: ([text]) => plain(sql`UPPER(${ofCharacters(of(text))})`),
  LOWER: ([text]) => plain(sql`LOWER(${ofCharacters(of(text))})`),
  LEFT: ([text, count]) => plain(sql`LEFT(${ofCharacters(of(text))}, ${whole(count, 0)})`),
  RIGHT: ([text, count]) => plain(sql`RIGHT(${ofCharacters(of(text))}, ${whole(count, 0)})`),
  MID: middle,
  SUBSTR: middle,
  SUBSTITUTE: replace,
  REPLACE: replace,
  REPEAT: ([text, count]) =>
    withValues(
      [of(text), whole(count, 0)],
      (t, n) =>
        sql`REPLICATE(${t}, CASE WHEN ${length(t)} = 0 AND ${n} IS NOT NULL THEN 0 WHEN ${length(t)} * ${n} <= ${raw(String(repeatCharactersMax))} THEN ${n} END)`,
    ),
  SEARCH: ([text, search]) => asNumber(placeOf(of(search), of(text))),
  FIND: ([search, text, start]) =>
    start
      ? withValues([whole(start, 1), of(text), of(search)], (from, t, s) => {
          const rest = plain(sql`SUBSTRING(${ofCharacters(t)}, ${from}, ${raw(String(mostCharacters))})`)
          return withValues([placeOf(s, rest), from], (at, first) =>
            asNumber(sql`(CASE WHEN ${at} > 0 THEN ${at} + ${first} - 1 ELSE ${at} END)`),
          )
        })
      : asNumber(placeOf(of(search), of(text))),
  REGEX_MATCH: refused,
  REGEX_EXTRACT: refused,
  REGEX_REPLACE: refused,
  // The server would also parse money, exponents with a D, and an empty text as zero.
  VALUE: ([text]) =>
    withValues(
      [binary(sql`(CASE WHEN ${length(of(text))} <= 100 THEN TRIM(N'\t\n\r ' FROM ${of(text)}) END)`)],
      (t) => sql`CASE WHEN ${t} LIKE N'%[0-9]%' AND ${t} NOT LIKE N'%[^-+.0-9eE]%' AND ${t} NOT LIKE N'[eE]%'
        AND ${t} NOT LIKE N'[-+.][eE]%' AND ${t} NOT LIKE N'[-+].[eE]%' THEN COALESCE(TRY_CAST(${t} AS float), CASE WHEN ${t} LIKE N'%[eE]-[3-9][0-9][0-9]' THEN 0e0 END) END`,
    ),
}
