import type { Database } from '@main/db/database'
import type { ColumnPart } from '@main/db/dialect'
import { quote } from './literals'

/**
 * Returns the parts that columns take along when dropped, in the server's syntax: the complete definition of the column
 * (default, comment, check, collation, ON UPDATE), indexes, and rules of the table.
 */
export async function columnParts(
  database: Database,
  table: string,
  names: readonly string[],
): Promise<readonly ColumnPart[]> {
  const [shown] = await database.read({ sql: `SHOW CREATE TABLE ${quote(table)}`, params: [] })
  const lines = String(shown?.[1] ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
  const alter = `ALTER TABLE ${quote(table)}`
  return names.flatMap((name): ColumnPart[] => {
    const own = quote(name)
    return lines.flatMap((line): ColumnPart[] => {
      if (line.startsWith(`${own} `))
        return /\b(?:AUTO_INCREMENT|GENERATED ALWAYS)\b/.test(line)
          ? []
          : [
              {
                column: name,
                kind: 'type',
                name: line.slice(own.length + 1),
                sql: `${alter} MODIFY COLUMN ${line}`,
                optionalSql: `${alter} MODIFY COLUMN ${line.replace(' NOT NULL', ' NULL')}`,
              },
            ]
      const [, kind = '', called = '', rest = ''] =
        /^((?:UNIQUE |FULLTEXT |SPATIAL )?KEY|CONSTRAINT) `((?:[^`]|``)*)` (.*)$/s.exec(line) ?? []
      if (!rest.includes(own) || rest.startsWith('FOREIGN KEY')) return []
      if (kind === 'CONSTRAINT') return [{ column: name, kind: 'rule', name: called, sql: `${alter} ADD ${line}` }]
      if (kind === 'UNIQUE KEY' && rest.startsWith(`(${own})`)) return []
      return [{ column: name, kind: 'index', name: called, sql: `${alter} ADD ${line}` }]
    })
  })
}
