import { typeFor } from '@common/columns/new-types'
import { columnParts, relationOf, tableParts, type Draft, type DraftColumn } from '@common/templates'
import type { Diagram, DiagramColumn, DiagramRelation } from '@renderer/features/erd'

/** Columns on a card of the small diagram: the name and what relates, then others until there are so many. */
const shownMin = 4

/** Returns the tables, columns and relations of a template as our diagram draws them. */
export function templateDiagram({ tables }: Draft, { allColumns }: { readonly allColumns: boolean }): Diagram {
  return {
    tables: tables.map((table) => ({
      name: table.id,
      title: tableParts(table).title,
      type: 'table',
      columns: shownColumns(table.columns, allColumns).map(diagramColumn),
    })),
    relations: tables.flatMap(({ id, columns }) => columns.flatMap((column) => relationFrom(id, column) ?? [])),
  }
}

function shownColumns(columns: readonly DraftColumn[], allColumns: boolean): readonly DraftColumn[] {
  if (allColumns) return columns
  const isMain = (column: DraftColumn, at: number): boolean =>
    at === 0 || columnParts(column).namesRecord || relationOf(column) !== undefined
  const missing = shownMin - columns.filter(isMain).length
  const others = columns.filter((column, at) => !isMain(column, at)).slice(0, Math.max(0, missing))
  return columns.filter((column, at) => isMain(column, at) || others.includes(column))
}

function diagramColumn(column: DraftColumn): DiagramColumn {
  const { title, namesRecord } = columnParts(column)
  return {
    name: column.id,
    title,
    uiType: column.uiType ?? typeFor.text,
    mark: relationOf(column) === 'bt' ? 'link' : namesRecord ? 'key' : 'none',
  }
}

/** Returns the line of a relation, once for its two ends: from the side of one to the side of many. */
function relationFrom(tableId: string, column: DraftColumn): DiagramRelation | undefined {
  const { id, relatedId, counterpartId = '' } = column
  const relation = relationOf(column)
  if (relation === undefined || relation === 'bt' || relatedId === undefined) return undefined
  // A pair of many-to-many links is drawn from the end that was read first.
  if (relation === 'mm' && counterpartId !== '' && counterpartId < id) return undefined
  return {
    id: `${id} ${counterpartId}`,
    from: tableId,
    to: relatedId,
    fromColumn: id,
    toColumn: counterpartId === '' ? undefined : counterpartId,
    fromEnd: relation === 'mm' ? 'many' : 'oneOrNone',
    toEnd: 'many',
    real: true,
  }
}
