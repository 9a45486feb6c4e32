import type { Column } from '@common/model'
import type { Dialect, RowSql } from '@main/db/dialect'

/** Writes for engines with RETURNING. */
export function rowsWithReturning({ quote, placeholder }: Pick<Dialect, 'quote' | 'placeholder'>): RowSql {
  const names = (columns: readonly Column[]): string => columns.map(({ name }) => quote(name)).join(', ')
  const returning = (columns: readonly Column[]): string => (columns.length === 0 ? '' : ` RETURNING ${names(columns)}`)
  return {
    returning,
    insert: ({ table, columns, rows, returned }) => {
      const values =
        columns.length === 0
          ? 'DEFAULT VALUES'
          : `(${names(columns)}) VALUES (${columns.map((_, at) => placeholder(at + 1)).join(', ')})`
      return {
        sql: `INSERT INTO ${quote(table.name)} ${values}${returning(returned)}`,
        params: [],
        batch: rows,
        returns: returned.length > 0,
      }
    },
    update: ({ table, set, where, rows, returned }) => ({
      sql: `UPDATE ${quote(table.name)} SET ${set} WHERE ${where}${returning(returned)}`,
      params: [],
      batch: rows,
      returns: returned.length > 0,
    }),
    remove: ({ table, where, rows, returned }) => ({
      sql: `DELETE FROM ${quote(table.name)} WHERE ${where}${returning(returned)}`,
      params: [],
      batch: rows,
      returns: returned.length > 0,
    }),
  }
}
