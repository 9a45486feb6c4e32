import { repeatCharactersMax, replaceCharactersMax } from '@common/formula/functions/define'
import { parsePattern, renderPattern, repeatsRepeats, type PatternFlavor } from '@common/formula/pattern'
import { mostCharacters, type TextFunction } from '@main/db/formula-functions'
import type { Expression, FunctionContext, FunctionSql } from '@main/db/formula-sql'
import { list, of, wholeLiteral } from '@main/db/formula-standard'
import { bound, raw, sql, type Fragment } from '@main/db/sql-fragment'
import type { Flavour } from './flavour'

function whole(value: Expression | undefined, least: number): Fragment {
  const literal = wholeLiteral(value, least, mostCharacters)
  return literal === undefined
    ? sql`CAST(LEAST(${raw(String(mostCharacters))}, GREATEST(${raw(String(least))}, TRUNCATE(${of(value)}, 0))) AS SIGNED)`
    : raw(String(literal))
}

const middle: FunctionSql = ([text, start, length]) =>
  length
    ? sql`SUBSTRING(${of(text)}, ${whole(start, 1)}, ${whole(length, 0)})`
    : sql`SUBSTRING(${of(text)}, ${whole(start, 1)})`

/** Skips the replacement if the product of the lengths exceeds the limit; short literals never exceed it. */
const replaced = ([text, , replacement]: readonly Expression[], result: Fragment): Fragment =>
  typeof replacement?.literal === 'string' && replacement.literal.length <= 100
    ? result
    : sql`(CASE WHEN CHAR_LENGTH(${of(text)}) * CHAR_LENGTH(${of(replacement)}) <= ${raw(String(replaceCharactersMax))} THEN ${result} END)`

const replace: FunctionSql = (args) => replaced(args, sql`REPLACE(${list(args)})`)

const flavor: PatternFlavor = {
  code: (code) => `\\x{${code.toString(16)}}`,
  start: '\\A',
  end: '\\z',
}

/** The engine backtracks, so patterns that could take exponential time are rejected. */
function patternOf(value: Expression | undefined, { refuse }: FunctionContext): Fragment {
  const pattern = parsePattern(String(value?.literal ?? ''))
  if (repeatsRepeats(pattern)) refuse()
  return sql`CAST(${bound(`(?-i)${renderPattern(pattern, flavor)}`)} AS CHAR)`
}

const saysNumber = String.raw`\A[ \t\r\n]*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?[ \t\r\n]*\z`

/** The replacement is literal: special characters are escaped. */
function literalReplacement(text: Fragment, flavour: Flavour): Fragment {
  const slashes = sql`REPLACE(${text}, ${bound('\\')}, ${bound('\\\\')})`
  return flavour === 'mariadb' ? slashes : sql`REPLACE(${slashes}, '$', ${bound('\\$')})`
}

export const textFunctions = (flavour: Flavour): Record<TextFunction | 'TRIM', FunctionSql> => ({
  TRIM: ([text]) => sql`TRIM(${of(text)})`,
  LEFT: ([text, count]) => sql`LEFT(${of(text)}, ${whole(count, 0)})`,
  RIGHT: ([text, count]) => sql`RIGHT(${of(text)}, ${whole(count, 0)})`,
  MID: middle,
  SUBSTR: middle,
  SUBSTITUTE: replace,
  REPLACE: replace,
  REPEAT: ([text, count]) =>
    sql`(CASE WHEN CHAR_LENGTH(${of(text)}) = 0 AND ${whole(count, 0)} IS NOT NULL THEN '' WHEN CHAR_LENGTH(${of(text)}) * ${whole(count, 0)} <= ${raw(String(repeatCharactersMax))} THEN REPEAT(${of(text)}, ${whole(count, 0)}) END)`,
  SEARCH: ([text, search]) => sql`(LOCATE(${of(search)}, ${of(text)}) + 0e0)`,
  FIND: ([search, text, start]) =>
    start
      ? sql`(LOCATE(${of(search)}, ${of(text)}, ${whole(start, 1)}) + 0e0)`
      : sql`(LOCATE(${of(search)}, ${of(text)}) + 0e0)`,
  REGEX_MATCH: ([text, pattern], context) => sql`(${of(text)} REGEXP ${patternOf(pattern, context)})`,
  REGEX_EXTRACT: ([text, pattern], context) =>
    sql`(CASE WHEN ${of(text)} REGEXP ${patternOf(pattern, context)} THEN REGEXP_SUBSTR(${of(text)}, ${patternOf(pattern, context)}) END)`,
  REGEX_REPLACE: (args, context) => {
    const [text, pattern, replacement] = args
    return replaced(
      args,
      sql`REGEXP_REPLACE(${of(text)}, ${patternOf(pattern, context)}, ${literalReplacement(of(replacement), flavour)})`,
    )
  },
  VALUE: ([text]) => {
    const number = sql`NULLIF(NULLIF(${of(text)} + 0e0, 1.7976931348623157e308), -1.7976931348623157e308)`
    return sql`(CASE WHEN CHAR_LENGTH(${of(text)}) <= 100 AND ${of(text)} REGEXP CAST(${bound(saysNumber)} AS CHAR) THEN ${number} END)`
  },
})
