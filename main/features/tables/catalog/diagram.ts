import type { Table } from '@common/model'
import type { OperationOutput } from '@common/operations'
import { describable } from '@main/lib/describable'
import type { TableLookups } from './catalog'
import type { Relation } from '../relations/links'

type Diagram = OperationOutput<'projectDiagram'>

/** Number of tables read before yielding to other requests. */
const readAtOnce = 20

/** Returns all tables of a project with columns and relations. */
export async function diagramOf(
  catalog: Pick<TableLookups, 'list' | 'named' | 'allRelations'>,
  projectId: string,
): Promise<Diagram> {
  const names = (await catalog.list(projectId)).map(({ name }) => name)
  const tables: Table[] = []
  for (let from = 0; from < names.length; from += readAtOnce) {
    const some = await Promise.all(
      names.slice(from, from + readAtOnce).map((name) => describable(catalog.named(projectId, name))),
    )
    // Skips a table that was deleted in the meantime.
    tables.push(...some.filter((table) => table !== undefined))
  }
  const known = new Map(tables.map((table) => [table.name, table]))
  const relations = (await catalog.allRelations(projectId)).filter(
    ({ childTable, childColumns, parentTable, parentColumns }) =>
      hasColumns(known.get(childTable), childColumns) && hasColumns(known.get(parentTable), parentColumns),
  )
  return {
    tables: tables.map(({ name, title, type, association, columns }) => ({
      name,
      title,
      type,
      association: association === true,
      columns: columns.map((column) => ({
        name: column.name,
        title: column.title,
        uiType: column.uiType,
        primaryKey: column.primaryKey,
        required: column.required,
        primaryValue: column.primaryValue,
        unique: column.unique,
      })),
    })),
    relations: relations.map((relation) => ({
      childTable: relation.childTable,
      childColumns: [...relation.childColumns],
      parentTable: relation.parentTable,
      parentColumns: [...relation.parentColumns],
      real: relation.real,
      unique: isUnique(known.get(relation.childTable), relation),
    })),
  }
}

/** True for a table that is shown with these columns. */
const hasColumns = (table: Table | undefined, names: readonly string[]): boolean =>
  table !== undefined && names.every((name) => table.columns.some((column) => column.name === name))

/** True if the child columns are unique, so that each parent has at most one child. */
function isUnique(table: Table | undefined, { childColumns }: Relation): boolean {
  if (table === undefined) return false
  const isSame = (columns: readonly string[]): boolean =>
    columns.length === childColumns.length && columns.every((name) => childColumns.includes(name))
  const [only] = childColumns
  return (
    isSame(table.primaryKey) ||
    table.indexes.some(({ unique, columns }) => unique && isSame(columns)) ||
    (childColumns.length === 1 && table.columns.some(({ name, unique }) => name === only && unique))
  )
}
