import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { isComputed, type ComputedTable } from '@main/db/computed'
import { joinBalanced, type SqlText } from './sql-text'
import type { TableIndex } from './columns'

/** Takes their meaning from `%` and `_`: a sign that texts seldom hold. */
const escapeSign = '!'

/**
 * Free text, looked for in every searchable column, wherever in its value. Letter case is ignored as far
 * as the engine does; of other alphabets than a-z, the usual spellings are looked for one by one.
 *
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function compileSearch(sql: SqlText, index: TableIndex, search: string, computed?: ComputedTable): string {
  // Patterns end at the first NUL on some engines, and others know no texts with one.
  if (search.includes('\0')) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'search' })
  const patterns = spellings(search.trim()).map((text) => `%${text.replaceAll(/[!%_]/g, `${escapeSign}$&`)}%`)
  const like = (column: Column, pattern: string): string => {
    const many = isComputed(column) ? column.computed.many : undefined
    return many
      ? `EXISTS (SELECT 1 FROM ${sql.write(many.tables)} WHERE ${sql.write(many.condition)} AND ${like(many.item, pattern)})`
      : sql.dialect.like(sql.name(column), sql.bind(pattern), false, escapeSign)
  }
  const matches = [...index.searchable, ...(computed?.searchable ?? [])].flatMap((column) =>
    patterns.map((pattern) => like(column, pattern)),
  )
  return matches.length === 0 ? '(1 = 0)' : joinBalanced(matches, 'OR')
}

/** SQLite's LIKE folds a-z only. */
function spellings(text: string): string[] {
  // eslint-disable-next-line no-control-regex -- the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return [text]
  const lower = text.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  return [...new Set([text, lower, text.toUpperCase(), capital])]
}
