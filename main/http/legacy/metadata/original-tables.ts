import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { CopiedColumn, CopiedTable } from '@common/project-copy'

/** Tables of a file as the translation of names needs them, by name. Links and computed columns are added to them. */
export type OriginalTables = ReadonlyMap<string, OriginalTable>

export interface OriginalTable extends Table {
  readonly virtualColumns: VirtualColumn[]
}

export function originalTables(tables: readonly CopiedTable[]): OriginalTables {
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
        virtualColumns: [],
      },
    ]),
  )
}

function columnOf({ name, title, uiType, options, required, primaryKey, primaryValue }: CopiedColumn): Column {
  return { ...blankColumn, name, title, uiType, options, required, primaryKey, primaryValue }
}
