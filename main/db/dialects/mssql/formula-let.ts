import { formulaLimits } from '@common/formula'
import { join, raw, sql, write, type Fragment } from '@main/db/sql-fragment'

/** So short a value is written out wherever it is used. */
const shortest = 40
/** The server takes 32 queries in one another, and those of lookups stand around these. */
const nestedMax = 24
const depthOfOne = Math.ceil(formulaLimits.statementDepth / nestedMax)

/** An expression over values that it uses several times, each of which is written once. */
export function withValues(values: readonly Fragment[], body: (...names: Fragment[]) => Fragment): Fragment {
  if (values.every(({ size }) => size <= shortest)) return sql`(${body(...values)})`
  const names = values.map((_, at) => raw(`v.x${at}`))
  const columns = values.map((value, at) => sql`${value} AS ${raw(`x${at}`)}`)
  const query = sql`(SELECT ${body(...names)} FROM (SELECT ${join(columns, ', ')}) AS v)`
  const inner = Math.max(...values.map(({ depth }) => depth), 0)
  return { ...query, depth: Math.max(query.depth, inner + depthOfOne) }
}

const mark = '\u0001'

/** SQL made as a text of a name, over any expression. */
export function spread(template: (name: string) => string, value: Fragment): Fragment {
  const pieces = template(mark)
    .split(mark)
    .map((piece) => raw(piece))
  return pieces.slice(1).reduce((text, piece) => sql`${text}${value}${piece}`, pieces[0] ?? raw(''))
}

/** A name as a text: nothing is bound in it. */
export const nameText = (name: Fragment): string =>
  write(name, () => {
    throw new Error('A name has no values')
  })

/** Letters count as they are written, blanks at the end included. */
export const binary = (text: Fragment): Fragment => sql`(${text} COLLATE Latin1_General_100_BIN2)`
/** Characters count, also those of two code units. */
export const ofCharacters = (text: Fragment): Fragment => sql`(${text} COLLATE Latin1_General_100_CS_AS_SC)`
/** The collation of every text in a formula, so that none stands in another's way. */
export const plain = (text: Fragment): Fragment => sql`(${text} COLLATE DATABASE_DEFAULT)`

/** Characters of a text: by itself, the server leaves out blanks at the end. */
export const length = (text: Fragment): Fragment => sql`(LEN(${ofCharacters(sql`(${text} + N'.')`)}) - 1)`
