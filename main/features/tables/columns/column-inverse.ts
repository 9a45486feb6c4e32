import { isLossless } from '@common/columns/reversals'
import type { ColumnChange, Table } from '@common/model'
import { columnInput, definitionOf } from '@common/model/column-definition'
import type { ColumnChangeInput } from '@common/operations/table-shapes'
import { inverse, type Inverse } from '@common/operations/inverse'

/**
 * Returns the calls that reverse changes of columns: one for all columns that stay, and those of dropped columns.
 *
 * @param table  before the changes
 * @param dropped  restores each dropped column, by name; without an entry, its values are lost
 * @returns nothing if a value was lost, because then no call restores the table
 */
export function columnsInverse(
  table: Table,
  changes: readonly ColumnChange[],
  dropped: ReadonlyMap<string, readonly Inverse[]>,
): readonly Inverse[] {
  const back: ColumnChangeInput[] = []
  const restores: Inverse[] = []
  for (const change of changes) {
    if (change.kind === 'add') {
      back.push({ change: 'delete', name: change.column.name })
      continue
    }
    const column = table.columns.find(({ name }) => name === change.name)
    if (column === undefined) return []
    if (change.kind === 'rename')
      back.push({ change: 'rename', name: change.newName, to: column.name, title: column.title })
    else if (change.kind === 'change') {
      if (change.emptyLost === true || !isLossless(column.uiType, change.column.uiType)) return []
      const definition = columnInput(definitionOf(column))
      back.push({
        change: 'update',
        name: change.column.name,
        column: { ...definition, validate: definition.validate ?? null },
      })
    } else {
      const restore = dropped.get(change.name) ?? []
      if (restore.length === 0) return []
      restores.push(...restore)
    }
  }
  if (back.length === 0) return restores
  return [...restores, inverse('tableUpdate', { table: table.name, changes: back.toReversed() })]
}
