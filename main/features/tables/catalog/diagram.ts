import type { Table } from '@common/model'
import type { OperationOutput } from '@common/operations'
import { describable } from '@main/lib/describable'
import type { TableLookups } from './catalog'
import type { Relation } from '../relations/links'

type Diagram = OperationOutput<'projectDiagram'>

/** Tables that are read at once: none of them is asked for again, and others are served between. */
const readAtOnce = 20

/** Every table of a project with its columns, and how they are related. */
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
    // One that went away meanwhile is in no drawing.
    tables.push(...some.filter((table) => table !== undefined))
  }
  const known = new Map(tables.map((table) => [table.name, table]))
  const relations = (await catalog.allRelations(projectId)).filter(
    ({ childTable, parentTable }) => known.has(childTable) && known.has(parentTable),
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

/** Whether the columns of a child are different in every row: then its parent has one such row at most. */
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
