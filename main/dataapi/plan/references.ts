import type { Table } from '@common/model'
import type { SightedTable } from '@common/principal/sight'
import type { TableNamed } from '../nested/ends'

/** A foreign key to a table whose rows are hidden, some or all. */
export interface GuardedReference {
  readonly columns: readonly string[]
  /** The referenced table in sight; undefined if none of its rows are. */
  readonly related: SightedTable | undefined
  readonly relatedColumns: readonly string[]
}

const prepared = new WeakMap<SightedTable, readonly GuardedReference[]>()

/** True if nothing has to be prepared before the table is written. */
export const hasReferences = (table: SightedTable): boolean => table.sight.guarded === undefined || prepared.has(table)

/** Prepares the guarded references of a table. @param tables  look-ups of the principal, with prepared rows */
export async function prepareReferences(table: SightedTable, tables: TableNamed): Promise<void> {
  const { guarded, whole } = table.sight
  if (guarded === undefined || prepared.has(table)) return
  const keys = whole.foreignKeys.filter(({ referencedTable }) => guarded.has(referencedTable))
  const references = await Promise.all(
    keys.map(async ({ columns, referencedTable, referencedColumns }: Table['foreignKeys'][number]) => {
      const related = referencedTable === whole.name ? table : await tables(referencedTable)
      return { columns, related: related?.sight.read === true ? related : undefined, relatedColumns: referencedColumns }
    }),
  )
  prepared.set(table, references)
}

/** Returns the guarded references of a table. @throws Error if they weren't prepared */
export function referencesOf(table: SightedTable): readonly GuardedReference[] {
  const references = table.sight.guarded === undefined ? [] : prepared.get(table)
  // Fails instead of telling which keys exist.
  if (references === undefined) throw new Error(`The references of ${table.name} were not prepared`)
  return references
}
