import type { ForeignKey } from '@common/model'
import { quote } from './literals'
import { sameName, tokensOf } from './sql-tokens'
import type { TableText } from './table-text'

const actions = ['CASCADE', 'RESTRICT', 'SET NULL', 'SET DEFAULT', 'NO ACTION']
const names = (columns: readonly string[]): string => columns.map(quote).join(', ')
const action = (given: string): string => actions.find((known) => known === given.toUpperCase()) ?? 'NO ACTION'

/** Returns a foreign key as a table constraint. https://sqlite.org/foreignkeys.html */
export function foreignKeySql(key: ForeignKey): string {
  return `FOREIGN KEY (${names(key.columns)}) ${referencesSql(key)}`
}

/** Returns a foreign key as a clause of its single column. */
export function referencesSql(key: ForeignKey): string {
  return `REFERENCES ${quote(key.referencedTable)} (${names(key.referencedColumns)}) ON UPDATE ${action(key.onUpdate)} ON DELETE ${action(key.onDelete)}`
}

/**
 * Removes a foreign key from the table's text, found by its columns and referenced table; undefined if it doesn't
 * exist.
 */
export function withoutReference(text: TableText, key: ForeignKey): TableText | undefined {
  const refersTo = (sql: string): boolean => sameName(referencedTable(sql) ?? '', key.referencedTable)
  const same = (columns: readonly string[]): boolean =>
    columns.length === key.columns.length && columns.every((column, at) => sameName(column, key.columns[at] ?? ''))
  let found = false
  const constraints = text.constraints.filter((constraint) => {
    const isIt = constraint.kind === 'foreignKey' && same(constraint.columns) && refersTo(constraint.text)
    found ||= isIt
    return !isIt
  })
  const columns = text.columns.map((column) => {
    const clauses = column.clauses.filter(({ kind, text: sql }) => {
      const isIt = kind === 'references' && same([column.name]) && refersTo(sql)
      found ||= isIt
      return !isIt
    })
    return clauses.length === column.clauses.length ? column : { ...column, clauses }
  })
  return found ? { ...text, columns, constraints } : undefined
}

function referencedTable(sql: string): string | undefined {
  const tokens = tokensOf(sql)
  const at = tokens.findIndex((token) => token.kind === 'word' && token.value === 'REFERENCES')
  const name = at < 0 ? undefined : tokens[at + 1]
  return name?.kind === 'word' ? name.text : name?.value
}
