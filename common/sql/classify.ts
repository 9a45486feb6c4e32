import type { SqlSyntax } from '@common/dialects/sql-syntax'
import { codeTokens, wordOf, type SqlToken } from './tokens'

/**
 * The effect of a statement, for questions and colours. It enforces nothing: a reading statement can call a function that
 * writes, so the database itself enforces read-only mode.
 */
export interface SqlNature {
  /** `schema`: creates, changes or drops objects or rights. `session`: settings and transactions. */
  readonly kind: 'read' | 'write' | 'schema' | 'session'
  /** First word of what runs, in upper case: `SELECT`, `DELETE`, `CREATE`. */
  readonly verb: string
  /** UPDATE or DELETE of all rows, or TRUNCATE. */
  readonly writesAllRows: boolean
}

const kinds: Readonly<Record<string, SqlNature['kind']>> = {
  SELECT: 'read',
  VALUES: 'read',
  TABLE: 'read',
  SHOW: 'read',
  DESCRIBE: 'read',
  DESC: 'read',
  EXPLAIN: 'read',
  PRAGMA: 'session',
  INSERT: 'write',
  UPDATE: 'write',
  DELETE: 'write',
  REPLACE: 'write',
  MERGE: 'write',
  CALL: 'write',
  DO: 'write',
  EXEC: 'write',
  EXECUTE: 'write',
  COPY: 'write',
  LOAD: 'write',
  TRUNCATE: 'schema',
  CREATE: 'schema',
  ALTER: 'schema',
  DROP: 'schema',
  RENAME: 'schema',
  COMMENT: 'schema',
  GRANT: 'schema',
  REVOKE: 'schema',
  REINDEX: 'schema',
  VACUUM: 'schema',
  ANALYZE: 'schema',
  REFRESH: 'schema',
  REASSIGN: 'schema',
  SECURITY: 'schema',
  IMPORT: 'schema',
  OPTIMIZE: 'schema',
  REPAIR: 'schema',
}
const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'MERGE'])

/** Returns the effect of one statement. */
export function classify(sql: string, syntax: SqlSyntax): SqlNature {
  const words: { readonly word: string; readonly depth: number }[] = []
  let depth = 0
  for (const token of codeTokens(sql, syntax)) {
    const word = token.kind === 'word' || token.kind === 'mark' ? wordOf(sql, token) : ''
    if (word === '(') depth++
    else if (word === ')') depth--
    else if (token.kind === 'word') words.push({ word, depth })
  }
  return natureOf(words)
}

function natureOf(words: readonly { readonly word: string; readonly depth: number }[]): SqlNature {
  const first = words[0]?.word ?? ''
  if (first === 'EXPLAIN') {
    // Only with ANALYZE it runs.
    const runs = words.slice(1, 6).some(({ word }) => word === 'ANALYZE' || word === 'ANALYSE')
    const at = words.findIndex(({ word }, place) => place > 0 && (writing.has(word) || word in realVerbs))
    return runs && at > 0 ? natureOf(words.slice(at)) : { kind: 'read', verb: 'EXPLAIN', writesAllRows: false }
  }
  if (first === 'WITH') {
    const main = words.find(
      ({ word, depth }, place) => place > 0 && depth === 0 && (writing.has(word) || word in realVerbs),
    )
    const inner = words.find(({ word }, place) => writing.has(word) && isVerb(words, place))
    const verb = main !== undefined && writing.has(main.word) ? main.word : (inner?.word ?? main?.word ?? 'SELECT')
    const from = words.findIndex(({ word }, place) => word === verb && place > 0)
    return { kind: kinds[verb] ?? 'read', verb, writesAllRows: allRows(words.slice(from)) }
  }
  // SELECT … INTO makes a table, a file or variables.
  if (first === 'SELECT' && words.some(({ word, depth }) => word === 'INTO' && depth === 0))
    return { kind: 'write', verb: 'SELECT INTO', writesAllRows: false }
  return { kind: kinds[first] ?? 'session', verb: first, writesAllRows: allRows(words) }
}

const realVerbs: Readonly<Record<string, true>> = { SELECT: true, VALUES: true, TABLE: true }

/** `FOR UPDATE`, `ON DELETE` and the function `replace` are no verbs. */
function isVerb(words: readonly { readonly word: string }[], place: number): boolean {
  const [before, after] = [words[place - 1]?.word ?? '', words[place + 1]?.word ?? '']
  if (before === 'FOR' || before === 'ON') return false
  const word = words[place]?.word
  if (word === 'INSERT' || word === 'REPLACE' || word === 'MERGE') return after === 'INTO'
  return word === 'DELETE' ? after === 'FROM' : true
}

function allRows(words: readonly { readonly word: string; readonly depth: number }[]): boolean {
  const [first] = words
  if (first?.word === 'TRUNCATE') return true
  if (first?.word !== 'UPDATE' && first?.word !== 'DELETE') return false
  return !words.some(({ word, depth }) => word === 'WHERE' && depth === first.depth)
}

/** Words that join, combine or group rows, so that a result row is no row of one table. */
const combining = new Set(['JOIN', 'UNION', 'INTERSECT', 'EXCEPT', 'MINUS', 'GROUP', 'HAVING', 'DISTINCT', 'APPLY'])
/** Words after the list of tables. */
const afterTables = new Set(['WHERE', 'ORDER', 'LIMIT', 'OFFSET', 'FETCH', 'FOR', 'WINDOW', 'GROUP'])

/**
 * Returns the name of the table of a SELECT whose rows are rows of one table, as written: without joins, groups, unions
 * and subqueries as tables.
 */
export function tableOfSelect(sql: string, syntax: SqlSyntax): string | undefined {
  let depth = 0
  let isInTables = false
  let name: SqlToken | undefined
  let isNameOpen = false
  const tokens = codeTokens(sql, syntax)
  if (wordOf(sql, tokens[0]) !== 'SELECT') return undefined
  for (const token of tokens) {
    const word = token.kind === 'word' || token.kind === 'mark' ? wordOf(sql, token) : ''
    if (word === '(') {
      if (isInTables && depth === 0) return undefined
      depth++
    } else if (word === ')') depth--
    if (depth > 0) continue
    if (combining.has(word) || (isInTables && word === ',')) return undefined
    if (word === 'FROM') {
      isInTables = true
      isNameOpen = true
    } else if (afterTables.has(word)) isInTables = false
    else if (isNameOpen && word !== 'ONLY') {
      // The last part of `schema.table`.
      if (token.kind === 'mark') isNameOpen = word === '.'
      else if (name === undefined || sql.slice(name.to, token.from).trim() === '.') name = token
      else isNameOpen = false
    }
  }
  if (name === undefined) return undefined
  const text = sql.slice(name.from, name.to)
  return name.kind === 'word' ? text : text.slice(1, -1)
}
