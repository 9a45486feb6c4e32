import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { escapedPattern, escapeSign, spellings } from '@common/query/patterns'
import { isComputed, type ComputedTable } from '@main/db/computed'
import { joinBalanced, type SqlText } from './sql-text'
import type { TableIndex } from '../plan/columns'

/**
 * Compiles a text search over all searchable columns. Ignores case as far as the engine does; for other alphabets than
 * a–z, searches the usual spellings.
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function compileSearch(sql: SqlText, index: TableIndex, search: string, computed?: ComputedTable): string {
  // Some engines end patterns at the first NUL, and others store no NUL.
  if (search.includes('\0')) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'search' })
  const patterns = spellings(search.trim()).map((text) => `%${escapedPattern(text)}%`)
  const like = (column: Column, pattern: string): string => {
    const many = isComputed(column) ? column.computed.many : undefined
    return many
      ? `EXISTS (SELECT 1 FROM ${sql.write(many.tables)} WHERE ${sql.write(many.condition)} AND ${like(many.item, pattern)})`
      : sql.like(column, pattern, false, escapeSign)
  }
  const matches = [...index.searchable, ...(computed?.searchable ?? [])].flatMap((column) =>
    patterns.map((pattern) => like(column, pattern)),
  )
  return matches.length === 0 ? '(1 = 0)' : joinBalanced(matches, 'OR')
}
