import type { ForeignKey } from '@common/model'
import { referenceActions } from '@common/model/relations'
import { quote } from './literals'

const names = (columns: readonly string[]): string => columns.map(quote).join(', ')
const action = (given: string): string => referenceActions.find((known) => known === given.toUpperCase()) ?? 'NO ACTION'

/** Returns a foreign key as a table constraint. */
export function foreignKeySql(key: ForeignKey): string {
  const target = key.referencedColumns.length === 0 ? '' : ` (${names(key.referencedColumns)})`
  return `FOREIGN KEY (${names(key.columns)}) REFERENCES ${quote(key.referencedTable)}${target} ON UPDATE ${action(key.onUpdate)} ON DELETE ${action(key.onDelete)}`
}
