import { counterpartOf, relationColumn, type DraftColumn, type RelationKind } from './draft'
import type { NewId } from './edits'

/** One end of a relation, as a stored table names it. */
export interface LinkEnd {
  readonly id: string
  readonly tableId: string
  readonly relation: RelationKind
  /** Undefined if the template has no such table. */
  readonly relatedId?: string
  readonly name: string
  /** Title in the stored form, and what else it says of the end. */
  readonly storedName?: string
  readonly extra?: Readonly<Record<string, unknown>>
}

/**
 * Joins the ends that stored tables name into relations: the first has-many of two tables with their first belongs-to, and
 * so on. An end without its other end gets one, which is called like the table it leads to.
 *
 * @returns the columns of each table, by its id
 */
export function pairedLinks(
  ends: readonly LinkEnd[],
  tableNames: ReadonlyMap<string, string>,
  newId: NewId,
): ReadonlyMap<string, readonly DraftColumn[]> {
  const others = new Map<string, string>()
  const added: LinkEnd[] = []
  for (const end of ends) {
    const { id, tableId, relatedId, relation } = end
    if (relatedId === undefined || others.has(id)) continue
    const found = ends.find(
      (other) =>
        other.id !== id &&
        !others.has(other.id) &&
        other.tableId === relatedId &&
        other.relatedId === tableId &&
        other.relation === counterpartOf[relation],
    )
    const other = found ?? {
      id: newId(),
      tableId: relatedId,
      relatedId: tableId,
      relation: counterpartOf[relation],
      name: tableNames.get(tableId) ?? '',
    }
    if (found === undefined) added.push(other)
    others.set(id, other.id).set(other.id, id)
  }
  const columns = new Map<string, DraftColumn[]>()
  for (const { tableId, relation, ...end } of [...ends, ...added]) {
    const counterpartId = others.get(end.id)
    const column: DraftColumn = {
      ...end,
      ...relationColumn(relation),
      ...(counterpartId !== undefined && { counterpartId }),
    }
    columns.set(tableId, [...(columns.get(tableId) ?? []), column])
  }
  return columns
}
