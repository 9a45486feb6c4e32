import { referencesOf } from '@common/formula'
import { linkId, type Relation, type RelationGraph } from '../relations/links'
import type { StoredVirtualColumn, VirtualMetadata } from '../virtual-columns/virtual-columns'

/** Computed columns by the objects that they use, in the names of the last synchronization. */
export interface Uses {
  readonly ofColumn: (table: string, column: string) => string[]
  readonly ofRelation: (relation: Relation) => string[]
  /** In other tables. */
  readonly ofTable: (table: string) => string[]
  /** True if a relation has metadata: computed columns along it, or a title of its link. */
  readonly isInUse: (relation: Relation) => boolean
}

/** @param titleOf  returns the title of a table */
export function usesOf(metadata: VirtualMetadata, graph: RelationGraph, titleOf: (table: string) => string): Uses {
  const leadsTo = new Map<string, string>()
  for (const relation of graph.all()) for (const { id, target } of endsOf(graph, relation)) leadsTo.set(id, target)
  const columns = new Map<string, Set<string>>()
  const links = new Map<string, { readonly table: string; readonly name: string; readonly isTitle: boolean }[]>()
  const usesColumn = (table: string, column: string, user: string): void => {
    const key = columnKey(table, column)
    columns.set(key, (columns.get(key) ?? new Set()).add(user))
  }
  for (const column of [...metadata.virtualColumns.values()].flat()) {
    const name = `${titleOf(column.table)}.${column.title}`
    const { definition } = column
    if (definition.kind === 'formula')
      for (const used of namesIn(definition.formula)) usesColumn(column.table, used, name)
    const id = linkOf(column)
    if (id === undefined) continue
    links.set(id, [...(links.get(id) ?? []), { table: column.table, name, isTitle: definition.kind === 'link' }])
    const target = leadsTo.get(id)
    if (target !== undefined && (definition.kind === 'lookup' || definition.kind === 'rollup'))
      usesColumn(target, definition.column, name)
  }
  const byRelation = (relation: Relation) => endsOf(graph, relation).flatMap(({ id }) => links.get(id) ?? [])
  const computed = (relations: readonly Relation[], except?: string): string[] => [
    ...new Set(
      relations
        .flatMap(byRelation)
        .filter(({ isTitle, table }) => !isTitle && (except === undefined || table !== except))
        .map(({ name }) => name),
    ),
  ]
  return {
    ofColumn: (table, column) => [...(columns.get(columnKey(table, column)) ?? [])],
    ofRelation: (relation) => computed([relation]),
    ofTable: (table) => computed([...graph.to(table), ...graph.from(table)], table),
    isInUse: (relation) => byRelation(relation).length > 0,
  }
}

const columnKey = (table: string, column: string): string => `${table}\0${column}`

function linkOf({ id, definition }: StoredVirtualColumn): string | undefined {
  if (definition.kind === 'formula') return undefined
  return definition.kind === 'link' ? id : definition.linkId
}

/** Returns the links of a relation, alone and with others of the same child, and their targets. */
function endsOf(graph: RelationGraph, relation: Relation): { readonly id: string; readonly target: string }[] {
  const own = [
    { id: linkId('belongsTo', relation), target: relation.parentTable },
    { id: linkId('hasMany', relation), target: relation.childTable },
  ]
  const pairs = graph
    .from(relation.childTable)
    .filter((other) => other !== relation)
    .flatMap((other) => [
      { id: linkId('manyToMany', relation, other), target: other.parentTable },
      { id: linkId('manyToMany', other, relation), target: relation.parentTable },
    ])
  return [...own, ...pairs]
}

/** An unreadable formula references nothing. */
function namesIn(formula: string): readonly string[] {
  try {
    return referencesOf(formula)
  } catch {
    return []
  }
}
