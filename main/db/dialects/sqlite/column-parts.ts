import type { Database } from '@main/db/database'
import type { ColumnPart } from '@main/db/dialect'

/** Indexes of columns, which go with them. */
export async function columnParts(
  database: Database,
  table: string,
  names: readonly string[],
): Promise<readonly ColumnPart[]> {
  const rows = await database.read({
    sql: `SELECT s.name, s.sql, i."unique", x.name FROM sqlite_schema AS s
      JOIN pragma_index_list(s.tbl_name) AS i ON i.name = s.name
      JOIN pragma_index_info(s.name) AS x
      WHERE s.type = 'index' AND s.tbl_name = ? AND s.sql IS NOT NULL`,
    params: [table],
  })
  const byIndex = Map.groupBy(rows, ([index]) => String(index))
  return names.flatMap((name) =>
    [...byIndex].flatMap(([index, parts]): ColumnPart[] => {
      const isOwn = parts.some((part) => part[3] === name)
      const isUnique = parts.length === 1 && parts[0]?.[2] === 1
      return isOwn && !isUnique ? [{ column: name, kind: 'index', name: index, sql: String(parts[0]?.[1]) }] : []
    }),
  )
}
