import { FormulaProblem, referencesOf } from '@common/formula'
import type { Table } from '@common/model'
import type { Link, VirtualColumn } from '@common/model/relations'
import type { Fragment } from '../sql-fragment'

/** Finds a table of the project by its name in the database; undefined if it was dropped. */
export type TableNamed = (name: string) => Promise<Table | undefined>

/** Tables by name that computed columns of a table use. */
export type TablesByName = ReadonlyMap<string, Table>

/** Rows of sighted tables that hide some, as SQL in a FROM clause without alias. */
const visible = new WeakMap<Table, Fragment>()

/** Sets the SQL of the visible rows of a table, for computed columns that read it. */
export const setVisibleRows = (table: Table, rows: Fragment): void => void visible.set(table, rows)

/** Returns the SQL of the visible rows of a table; undefined if all are visible. */
export const visibleRows = (table: Table): Fragment | undefined => visible.get(table)

/** Loads all tables that computed columns reach, at any distance. */
export async function tablesFor(
  table: Table,
  columns: readonly VirtualColumn[],
  named: TableNamed,
): Promise<TablesByName> {
  const tables = new Map([[table.name, table]])
  const seen = new Set<string>()
  const load = async (name: string): Promise<Table | undefined> => {
    const known = tables.get(name) ?? (await named(name))
    if (known) tables.set(name, known)
    return known
  }
  const visit = async (from: Table, column: VirtualColumn): Promise<void> => {
    const key = `${from.name}\n${column.id}`
    if (seen.has(key)) return
    seen.add(key)
    if (column.kind === 'link') return
    if (column.kind === 'formula') {
      for (const id of identitiesOf(column.formula)) await visitNamed(from, id)
      return
    }
    const link = linkOf(from, column.linkId)
    if (!link) return
    const related = await load(link.relatedTable)
    if (link.through) await load(link.through.table)
    if (related && column.kind !== 'count') await visitNamed(related, column.column)
  }
  const visitNamed = async (from: Table, id: string): Promise<void> => {
    const column = from.virtualColumns.find((each) => each.id === id)
    if (column) await visit(from, column)
  }
  for (const column of columns) await visit(table, column)
  return tables
}

export function linkOf({ virtualColumns }: Table, id: string): Link | undefined {
  const column = virtualColumns.find((each) => each.id === id)
  return column?.kind === 'link' && column.problem === undefined ? column.link : undefined
}

/** Compiling reports the problem of an unreadable formula. */
function identitiesOf(formula: string): readonly string[] {
  try {
    return referencesOf(formula)
  } catch (error) {
    if (error instanceof FormulaProblem) return []
    throw error
  }
}
