import type { Database } from '@main/db/database'
import type { ColumnPart } from '@main/db/dialect'
import { quote } from './literals'
import { readTableFacts } from './table-facts'

/** Returns the parts that columns take along when dropped: domain, default, rules, indexes. Excludes foreign keys. */
export async function columnParts(
  database: Database,
  table: string,
  names: readonly string[],
): Promise<readonly ColumnPart[]> {
  const [facts, native] = await Promise.all([
    readTableFacts(database, table),
    database.dialect.introspect.describeTable(database, table),
  ])
  const alter = `ALTER TABLE ${quote(table)}`
  return names.flatMap((name): ColumnPart[] => {
    const column = facts.columns.find((each) => each.name === name)
    const shown = native?.columns.find((each) => each.name === name)
    if (column === undefined || shown === undefined || column.generated) return []
    const at = `${alter} ALTER COLUMN ${quote(name)}`
    const isAlone = (columns: readonly string[]): boolean => columns.length === 1 && columns[0] === name
    const uses = ({ columns }: { readonly columns: readonly string[] }): boolean => columns.includes(name)
    const { defaultText, type } = column
    return [
      // Set after the values are back: a domain may reject NULL.
      ...(type === shown.nativeType
        ? []
        : [{ column: name, kind: 'type' as const, name: type, sql: `${at} TYPE ${type}` }]),
      ...(defaultText === null
        ? []
        : [{ column: name, kind: 'default' as const, name: defaultText, sql: `${at} SET DEFAULT ${defaultText}` }]),
      ...facts.constraints
        .filter(
          (each) =>
            uses(each) && (each.type === 'c' || each.type === 'x' || (each.type === 'u' && !isAlone(each.columns))),
        )
        .map(({ name: rule, definition }) => ({
          column: name,
          kind: 'rule' as const,
          name: rule,
          sql: `${alter} ADD CONSTRAINT ${quote(rule)} ${definition}`,
        })),
      ...facts.indexes
        .filter(
          (each) => each.constraint === null && uses(each) && !(each.unique && each.plain && isAlone(each.columns)),
        )
        .map(({ name: index, definition }) => ({ column: name, kind: 'index' as const, name: index, sql: definition })),
    ]
  })
}
