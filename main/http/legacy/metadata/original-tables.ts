import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { CopiedColumn, CopiedRelation, CopiedTable } from '@common/project-copy'
import { possibleLinks, RelationGraph } from '@main/features/tables'

/** Tables of a file as the translation of names needs them, by name. Computed columns are added to them. */
export type OriginalTables = ReadonlyMap<string, OriginalTable>

export interface OriginalTable extends Table {
  readonly virtualColumns: VirtualColumn[]
}

/** Returns the tables of a file with all links between them. */
export function originalTables(
  tables: readonly CopiedTable[],
  relations: readonly CopiedRelation[],
): ReadonlyMap<string, OriginalTable> {
  const graph = new RelationGraph(relations.map((relation) => ({ ...relation, real: false })))
  const titles = new Map(tables.map(({ name, title }) => [name, title]))
  return new Map(
    tables.map(({ name, title, type, columns }, order) => [
      name,
      {
        name,
        title,
        type,
        order,
        columns: columns.map(columnOf),
        primaryKey: columns.filter(({ primaryKey }) => primaryKey).map((column) => column.name),
        foreignKeys: [],
        indexes: [],
        rowId: null,
        virtualColumns: possibleLinks(graph, name).map(({ id, link }): VirtualColumn => {
          const relatedTitle = titles.get(link.relatedTable) ?? link.relatedTable
          return { kind: 'link', id, title: id, link, relatedTitle, key: id }
        }),
      },
    ]),
  )
}

function columnOf({ name, title, uiType, options, required, primaryKey, primaryValue }: CopiedColumn): Column {
  return { ...blankColumn, name, title, uiType, options, required, primaryKey, primaryValue }
}
