import { formulaLimits } from '@common/formula'
import { join, raw, sql, write, type Fragment } from '@main/db/sql-fragment'

/** Size up to which a value is repeated instead of named. */
const shortest = 40
/** Limit of nested queries. The server accepts 32, and lookups add some around these. */
const nestedMax = 24
const depthOfOne = Math.ceil(formulaLimits.statementDepth / nestedMax)

/** Builds an expression that uses values several times but contains each only once. */
export function withValues(values: readonly Fragment[], body: (...names: Fragment[]) => Fragment): Fragment {
  if (values.every(({ size }) => size <= shortest)) return sql`(${body(...values)})`
  const names = values.map((_, at) => raw(`v.x${at}`))
  const columns = values.map((value, at) => sql`${value} AS ${raw(`x${at}`)}`)
  const query = sql`(SELECT ${body(...names)} FROM (SELECT ${join(columns, ', ')}) AS v)`
  const inner = Math.max(...values.map(({ depth }) => depth), 0)
  return { ...query, depth: Math.max(query.depth, inner + depthOfOne) }
}

const mark = '\u0001'

/** Applies an SQL template, written for a name, to any expression. */
export function spread(template: (name: string) => string, value: Fragment): Fragment {
  const pieces = template(mark)
    .split(mark)
    .map((piece) => raw(piece))
  return pieces.slice(1).reduce((text, piece) => sql`${text}${value}${piece}`, pieces[0] ?? raw(''))
}

/** Returns the text of a name, which has no bound values. */
export const nameText = (name: Fragment): string =>
  write(name, () => {
    throw new Error('A name has no values')
  })

/** Compares by character code: letter case and trailing blanks matter. */
export const binary = (text: Fragment): Fragment => sql`(${text} COLLATE Latin1_General_100_BIN2)`
/** Counts characters, including those of two code units, as one. */
export const ofCharacters = (text: Fragment): Fragment => sql`(${text} COLLATE Latin1_General_100_CS_AS_SC)`
/** Sets the collation of every text in a formula, so that none conflict. */
export const plain = (text: Fragment): Fragment => sql`(${text} COLLATE DATABASE_DEFAULT)`

/** Returns the number of characters. LEN alone ignores trailing blanks. */
export const length = (text: Fragment): Fragment => sql`(LEN(${ofCharacters(sql`(${text} + N'.')`)}) - 1)`
