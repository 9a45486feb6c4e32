import { AppError } from '@common/errors'
import { sqlite } from '@common/dialects'
import { codeTokens, wordOf, type SqlToken } from '@common/sql/tokens'

/*
 * SQLite decides by the first word what a statement is (parse.y of SQLite), so nothing can hide these. Statements that
 * leave the file are out in every mode: other files hold accounts and other projects. Pragmas are out unless listed,
 * because some act while SQLite prepares them.
 */

/** Pragmas that only read, with or without a value. */
const readingPragmas = new Set([
  'TABLE_INFO',
  'TABLE_XINFO',
  'TABLE_LIST',
  'INDEX_LIST',
  'INDEX_INFO',
  'INDEX_XINFO',
  'FOREIGN_KEY_LIST',
  'FOREIGN_KEY_CHECK',
  'INTEGRITY_CHECK',
  'QUICK_CHECK',
  'FUNCTION_LIST',
  'COLLATION_LIST',
  'MODULE_LIST',
  'PRAGMA_LIST',
  'COMPILE_OPTIONS',
  'DATABASE_LIST',
])
/** Pragmas that read without a value. */
const stateOnly = new Set([
  'APPLICATION_ID',
  'AUTO_VACUUM',
  'CACHE_SIZE',
  'DATA_VERSION',
  'ENCODING',
  'FOREIGN_KEYS',
  'FREELIST_COUNT',
  'JOURNAL_MODE',
  'PAGE_COUNT',
  'PAGE_SIZE',
  'QUERY_ONLY',
  'RECURSIVE_TRIGGERS',
  'SCHEMA_VERSION',
  'SYNCHRONOUS',
  'USER_VERSION',
])
/** Pragmas that a writing session may set. They concern the content of the file, or this connection only. */
const settable = new Set([
  'APPLICATION_ID',
  'ANALYSIS_LIMIT',
  'CASE_SENSITIVE_LIKE',
  'DEFER_FOREIGN_KEYS',
  'FOREIGN_KEYS',
  'OPTIMIZE',
  'RECURSIVE_TRIGGERS',
  'USER_VERSION',
])

/** @throws AppError SQL_STATEMENT_FORBIDDEN, SQL_NOT_READING */
export function refuseLeaving(sql: string, readOnly: boolean): void {
  const tokens = codeTokens(sql, sqlite.syntax)
  // SQLite skips empty statements.
  const all = tokens.slice(tokens.findIndex((token) => wordOf(sql, token) !== ';'))
  const words = (from: number): string[] => all.slice(from, from + 8).map((token) => wordOf(sql, token))
  let from = 0
  if (words(0)[0] === 'EXPLAIN') from = words(1)[0] === 'QUERY' && words(2)[0] === 'PLAN' ? 3 : 1
  const [first] = words(from)
  if (first === 'ATTACH' || first === 'DETACH') throw new AppError('SQL_STATEMENT_FORBIDDEN', { statement: first })
  if (first === 'VACUUM' && all.some((token) => wordOf(sql, token) === 'INTO'))
    throw new AppError('SQL_STATEMENT_FORBIDDEN', { statement: 'VACUUM INTO' })
  if (first === 'PRAGMA') refusePragma(sql, all.slice(from + 1), readOnly)
}

function refusePragma(sql: string, tokens: readonly SqlToken[], readOnly: boolean): void {
  const at = wordOf(sql, tokens[1]) === '.' ? 2 : 0
  const name = nameOf(sql, tokens[at])
  if (readingPragmas.has(name)) return
  if (tokens.length === at + 1 && stateOnly.has(name)) return
  if (readOnly) throw new AppError('SQL_NOT_READING')
  if (!settable.has(name)) throw new AppError('SQL_STATEMENT_FORBIDDEN', { statement: `PRAGMA ${name}` })
}

/** SQLite accepts quoted names of pragmas. */
function nameOf(sql: string, token: SqlToken | undefined): string {
  const text = wordOf(sql, token)
  return token?.kind === 'name' || token?.kind === 'text' ? text.slice(1, -1) : text
}
