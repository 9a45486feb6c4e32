import { referencesOf, rewriteReferences } from '@common/formula'
import type { MetadataChange } from '../catalog/metadata'
import { linkId, type Relation, type RelationGraph } from '../relations/links'
import type { StoredRelation, StoredVirtualColumn, VirtualChange, VirtualMetadata } from './virtual-columns'

/** New names of a table and its columns. */
export interface Renamed {
  readonly table: string
  readonly newTable?: string
  /** Old name → new one. */
  readonly columns?: ReadonlyMap<string, string>
  readonly dropped?: readonly string[]
  readonly made?: readonly string[]
  /** The new columns that every view hides until a user shows them. */
  readonly hidden?: readonly string[]
}

/**
 * Returns the metadata changes after a rename. Virtual columns and relations refer to tables and columns by name, and
 * link ids derive from them. Undefined if nothing refers to the renamed objects.
 */
export function virtualAfter(metadata: VirtualMetadata, graph: RelationGraph, renamed: Renamed): VirtualChange[] {
  const remaining = metadata.relations.filter((relation) => !usesDropped(relation, renamed))
  const relations = remaining.map((relation) => ({ ...relation, ...renamedRelation(relation, renamed) }))
  const ids = linkRenames(graph, renamed)
  const leadsTo = linkTargets(graph)
  const before = [...metadata.virtualColumns.values()].flat()
  const columns = before.map((column) => renamedColumn(column, renamed, ids, leadsTo))
  const isSame = JSON.stringify([metadata.relations, before]) === JSON.stringify([relations, columns])
  return isSame ? [] : [{ kind: 'replaceVirtual', relations, columns }]
}

/** Returns the changes for views of the project, if any. */
export function viewsAfter(
  graph: RelationGraph,
  renamed: Renamed,
): Extract<MetadataChange, { kind: 'followColumns' }>[] {
  const { table, columns = new Map<string, string>(), dropped = [], made = [], hidden = [] } = renamed
  const ids = [...linkRenames(graph, renamed)].filter(([from, to]) => from !== to)
  if (columns.size === 0 && dropped.length === 0 && made.length === 0 && ids.length === 0) return []
  return [{ kind: 'followColumns', table, renamed: [...columns], dropped, made, hidden, ids }]
}

function usesDropped(relation: StoredRelation, { table, dropped = [] }: Renamed): boolean {
  const uses = (name: string, columns: readonly string[]): boolean =>
    isTable(name, table) && columns.some((column) => dropped.includes(column))
  return uses(relation.childTable, relation.childColumns) || uses(relation.parentTable, relation.parentColumns)
}

const isTable = (name: string, table: string): boolean => name === table

/** A relation with the new names. */
export function renamedRelation<
  T extends Pick<Relation, 'childTable' | 'childColumns' | 'parentTable' | 'parentColumns'>,
>(relation: T, { table, newTable = table, columns = new Map() }: Renamed): T {
  const names = (owner: string, list: readonly string[]): readonly string[] =>
    isTable(owner, table) ? list.map((name) => columns.get(name) ?? name) : list
  return {
    ...relation,
    childTable: isTable(relation.childTable, table) ? newTable : relation.childTable,
    childColumns: names(relation.childTable, relation.childColumns),
    parentTable: isTable(relation.parentTable, table) ? newTable : relation.parentTable,
    parentColumns: names(relation.parentTable, relation.parentColumns),
  }
}

/** Ids of links before → after. */
function linkRenames(graph: RelationGraph, renamed: Renamed): Map<string, string> {
  const ids = new Map<string, string>()
  for (const relation of graph.all()) {
    const after = renamedRelation(relation, renamed)
    ids.set(linkId('belongsTo', relation), linkId('belongsTo', after))
    ids.set(linkId('hasMany', relation), linkId('hasMany', after))
    for (const other of graph.from(relation.childTable))
      if (other !== relation)
        ids.set(linkId('manyToMany', relation, other), linkId('manyToMany', after, renamedRelation(other, renamed)))
  }
  return ids
}

/** The table that a link leads to, by the link's id. */
function linkTargets(graph: RelationGraph): Map<string, string> {
  const targets = new Map<string, string>()
  for (const relation of graph.all()) {
    targets.set(linkId('belongsTo', relation), relation.parentTable)
    targets.set(linkId('hasMany', relation), relation.childTable)
    for (const other of graph.from(relation.childTable))
      if (other !== relation) targets.set(linkId('manyToMany', relation, other), other.parentTable)
  }
  return targets
}

function renamedColumn(
  column: StoredVirtualColumn,
  { table, newTable = table, columns = new Map() }: Renamed,
  ids: ReadonlyMap<string, string>,
  leadsTo: ReadonlyMap<string, string>,
): StoredVirtualColumn {
  const { definition } = column
  const isOwn = isTable(column.table, table)
  const moved = { ...column, table: isOwn ? newTable : column.table }
  switch (definition.kind) {
    case 'link':
      return { ...moved, id: ids.get(column.id) ?? column.id }
    case 'formula': {
      const formula = isOwn ? renamedFormula(definition.formula, columns) : definition.formula
      return { ...moved, definition: { ...definition, formula } }
    }
    case 'count':
      return { ...moved, definition: { ...definition, linkId: ids.get(definition.linkId) ?? definition.linkId } }
    case 'lookup':
    case 'rollup': {
      const target = leadsTo.get(definition.linkId)
      const isThere = target !== undefined && isTable(target, table)
      return {
        ...moved,
        definition: {
          ...definition,
          linkId: ids.get(definition.linkId) ?? definition.linkId,
          column: (isThere ? columns.get(definition.column) : undefined) ?? definition.column,
        },
      }
    }
  }
}

/** Text that is no formula names no column. */
function renamedFormula(formula: string, columns: ReadonlyMap<string, string>): string {
  try {
    return referencesOf(formula).some((name) => columns.has(name))
      ? rewriteReferences(formula, (name) => columns.get(name))
      : formula
  } catch {
    return formula
  }
}
