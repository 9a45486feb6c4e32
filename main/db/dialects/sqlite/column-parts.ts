import type { Database } from '@main/db/database'
import type { ColumnPart } from '@main/db/dialect'
import { checksOf } from './checks'
import { usesColumn } from './table-text'

/** Returns the indexes and rules that depend on columns. */
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
  const [text] = await database.read({
    sql: `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?`,
    params: [table],
  })
  const rules = checksOf(String(text?.[0] ?? ''))
  const byIndex = Map.groupBy(rows, ([index]) => String(index))
  return names.flatMap((name) => [
    ...rules.flatMap((check): ColumnPart[] =>
      usesColumn(check.condition, name)
        ? [{ column: name, kind: 'rule', name: check.name, sql: `CHECK (${check.condition})`, check }]
        : [],
    ),
    ...[...byIndex].flatMap(([index, parts]): ColumnPart[] => {
      const isOwn = parts.some((part) => part[3] === name)
      const isUnique = parts.length === 1 && parts[0]?.[2] === 1
      return isOwn && !isUnique ? [{ column: name, kind: 'index', name: index, sql: String(parts[0]?.[1]) }] : []
    }),
  ])
}
