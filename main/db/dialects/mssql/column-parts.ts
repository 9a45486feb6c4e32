import type { Database } from '@main/db/database'
import type { ColumnPart } from '@main/db/dialect'
import { isUniqueAlone } from './column-edit'
import { dropDefaultSql } from './column-sql'
import { quote } from './literals'
import { indexSql, readTableFacts } from './table-facts'

/** Returns the parts that columns take along when dropped: collation, default, rules, indexes. Excludes foreign keys. */
export async function columnParts(
  database: Database,
  table: string,
  names: readonly string[],
): Promise<readonly ColumnPart[]> {
  const facts = await readTableFacts(database, table)
  const alter = `ALTER TABLE ${quote(table)}`
  return names.flatMap((name): ColumnPart[] => {
    const column = facts.native.columns.find((each) => each.name === name)
    if (column === undefined || column.generated) return []
    const own = ({ column: of }: { readonly column: string }): boolean => of === name
    return [
      ...facts.collations.filter(own).map(({ text }) => {
        // A default blocks the change. It is restored below.
        const retyped = `${dropDefaultSql(table, name)}; ${alter} ALTER COLUMN ${quote(name)} ${column.nativeType} COLLATE ${text}`
        const [optionalSql, requiredSql] = [`${retyped} NULL`, `${retyped} NOT NULL`]
        const type = { column: name, kind: 'type' as const, name: text }
        return column.notNull ? { ...type, sql: requiredSql, optionalSql } : { ...type, sql: optionalSql }
      }),
      // The restored column may already have it under another name.
      ...facts.defaults.filter(own).map(({ name: constraint, text }) => ({
        column: name,
        kind: 'default' as const,
        name: text,
        sql: `${dropDefaultSql(table, name)}; ${alter} ADD CONSTRAINT ${quote(constraint)} DEFAULT ${text} FOR ${quote(name)}`,
      })),
      ...facts.checks.filter(own).map(({ name: rule, text }) => ({
        column: name,
        kind: 'rule' as const,
        name: rule,
        sql: `${alter} ADD CONSTRAINT ${quote(rule)} CHECK ${text}`,
      })),
      ...facts.indexes
        .filter(
          (index) =>
            !index.isSpecial && index.columns.some((each) => each.name === name) && !isUniqueAlone(index, name),
        )
        .map((index) => ({ column: name, kind: 'index' as const, name: index.name, sql: indexSql(table, index) })),
    ]
  })
}
