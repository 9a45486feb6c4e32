import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { message, type MessageParams } from '@common/messages'
import { unquotedName } from '@common/sql/tokens'
import { isReservedTableName } from '@common/wire/names'
import type { ViewQuery } from '@main/db/schema-objects'

const name = String.raw`(?:"(?:[^"]|"")+"|\x60(?:[^\x60]|\x60\x60)+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$]*)`
const head = new RegExp(
  String.raw`^\s*CREATE\s+(?:OR\s+REPLACE\s+|OR\s+ALTER\s+)?VIEW\s+(?:IF\s+NOT\s+EXISTS\s+)?${name}(?:\s*\.\s*${name}){0,2}\s*(\(\s*${name}(?:\s*,\s*${name})*\s*\))?\s*AS\b\s*`,
  'iu',
)
const names = new RegExp(name, 'gu')

/**
 * Parses a CREATE VIEW statement of the database owner and uses only its SELECT. Rejects semicolons except at the end,
 * even in quotes: engines interpret quotes differently, so no text can be two statements for any of them.
 *
 * @throws AppError VIEW_DEFINITION_INVALID
 */
export function parseView(definition: string): ViewQuery {
  if (definition.length > limits.filterCharacters) throw invalid('tooLong', { limit: limits.filterCharacters })
  const text = definition.replace(/[\s;]+$/, '')
  if (text.includes(';') || text.includes('\0')) throw invalid('statements')
  const found = head.exec(text)
  if (found === null) throw invalid('notView')
  const select = text.slice(found[0].length)
  if (!/^(?:SELECT|WITH|VALUES)\b|^\(/i.test(select)) throw invalid('notView')
  if (namesReserved(select)) throw invalid('reserved')
  return { select, columns: [...(found[1] ?? '').matchAll(names)].map(([quoted]) => unquotedName(quoted)) }
}

/** Basalt's own tables may be in the same database. No spelling of their names is allowed in SQL of users. */
export function namesReserved(text: string): boolean {
  // Names written by numbers of their signs (PostgreSQL) could be any name.
  if (/\bU&["']/i.test(text)) return true
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) if (isReservedTableName(word)) return true
  return false
}

/** A key of `viewProblems` in the catalogue. */
export type ViewProblem =
  | 'notView'
  | 'statements'
  | 'tooLong'
  | 'reserved'
  | 'columns'
  | 'tables'
  | 'refused'
  | 'slow'
  | 'taken'

/** Returns the error for a text that is not a view. */
export function invalid(problem: ViewProblem, params?: MessageParams, cause?: unknown): AppError {
  return new AppError('VIEW_DEFINITION_INVALID', { problem: message(`viewProblems.${problem}`, params) }, { cause })
}
