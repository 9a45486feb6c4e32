import type { ColumnChange } from '@common/model'
import type { Inflection } from '@common/model/connection'
import { inflected, nameKey, titleOfTable } from '@common/wire/names'
import { historyMarks, metadataAfter } from '../columns/column-plan'
import type { SchemaState, TableDifference, TableState } from './compare'
import { nowSeen } from './seen'
import { RelationGraph, type Relation } from '../relations/links'
import type { MetadataChange, ProjectMetadata } from '../catalog/metadata'
import { renamedRelation, viewsAfter, virtualAfter, type Renamed } from '../virtual-columns/renames'
import type { StoredVirtualColumn, VirtualMetadata } from '../virtual-columns/virtual-columns'

/** Facts for synchronizing differences. */
export interface SyncFacts {
  readonly metadata: ProjectMetadata
  /** The schema when it was last synchronised. */
  readonly before: SchemaState
  /** Relations under the names of before. */
  readonly graph: RelationGraph
  readonly prefix: string
  readonly inflection: Inflection
  readonly newId: () => string
}

/** Differences of a table with the user's decisions. */
export interface Decided {
  readonly difference: TableDifference
  /** Former name of the table, if it was renamed. */
  readonly tableFrom: string | undefined
  /** Columns that are the same under another name: old → new. */
  readonly columns: ReadonlyMap<string, string>
  /** Former names of deleted columns. */
  readonly dropped: readonly string[]
  /** Relations that Basalt continues by itself, in current names. */
  readonly continuedRelations: readonly Relation[]
}

/** Returns the metadata changes that synchronize differences, preserving user settings. */
export function syncChanges(facts: SyncFacts, decided: readonly Decided[]): MetadataChange[] {
  const { metadata } = facts
  const titles = new Set([...metadata.tables.values()].map(({ title }) => nameKey(title)))
  const tables: MetadataChange[] = []
  const columns: MetadataChange[] = []
  const relations: MetadataChange[] = []
  const gone: MetadataChange[] = []
  const seen: MetadataChange[] = []
  const renames: Renamed[] = []
  const views: MetadataChange[] = []
  for (const one of decided) {
    const { difference, tableFrom, columns: renamed, dropped } = one
    const { name, before, after } = difference
    if (after === undefined || (before !== undefined && before.name !== name && tableFrom === undefined)) {
      const old = before?.name ?? name
      gone.push({ kind: 'removeTable', name: old }, { kind: 'removeSeen', table: old })
    }
    if (after === undefined) continue
    seen.push(nowSeen(after))
    const known = tableFrom ?? name
    if (tableFrom !== undefined) {
      tables.push(...followedTable(facts, tableFrom, name, titles))
      seen.push({ kind: 'removeSeen', table: tableFrom })
    }
    const isSame = before?.name === known
    if (!isSame) continue
    columns.push(...followedColumns(metadata, known, name, renamed, dropped))
    relations.push(...one.continuedRelations.map((relation) => continuedRelation(relation, facts.newId())))
    if (tableFrom !== undefined || renamed.size > 0) renames.push({ table: known, newTable: name, columns: renamed })
    if (dropped.length > 0) views.push(...viewsAfter(new RelationGraph([]), { table: known, dropped }))
  }
  const isDecided = new Set(decided.map(({ difference }) => difference.before?.name ?? difference.name))
  const others = [...facts.before.values()].filter(({ name }) => !isDecided.has(name))
  return [
    ...tables,
    ...columns,
    ...followedVirtual(facts, renames),
    ...views,
    ...followedViews(facts, renames),
    ...relations,
    ...gone,
    ...seen,
    ...others.flatMap((state) => followedKeys(state, renames, facts.before)),
  ]
}

/** Returns the description of a table whose foreign keys reference renamed objects. */
function followedKeys(state: TableState, renames: readonly Renamed[], before: SchemaState): MetadataChange[] {
  let isChanged = false
  const foreignKeys = state.foreignKeys.map((key) => {
    // SQLite stores a reference in its original letter case.
    const { referencedTable } = key
    const same = (table: string): boolean =>
      table === referencedTable || (!before.has(referencedTable) && nameKey(table) === nameKey(referencedTable))
    const renamed = renames.find(({ table }) => same(table))
    if (renamed === undefined) return key
    isChanged = true
    return {
      ...key,
      referencedTable: renamed.newTable ?? key.referencedTable,
      referencedColumns: key.referencedColumns.map((name) => renamed.columns?.get(name) ?? name),
    }
  })
  return isChanged ? [nowSeen({ ...state, foreignKeys })] : []
}

/** Preserves a chosen title; a derived one follows the name. */
function followedTable(
  { metadata, prefix, inflection }: SyncFacts,
  from: string,
  to: string,
  titles: Set<string>,
): MetadataChange[] {
  const chosen = metadata.tables.get(from)
  const renamed: MetadataChange = { kind: 'renameTable', name: from, newName: to }
  if (chosen === undefined) return [renamed]
  const title = inflected(titleOfTable(to, prefix), inflection)
  const cameFromName = [from, titleOfTable(from, prefix), inflected(titleOfTable(from, prefix), inflection)]
  if (!cameFromName.includes(chosen.title) || titles.has(nameKey(title))) return [renamed]
  titles.add(nameKey(title))
  return [renamed, { kind: 'setTable', ...chosen, name: to, title }]
}

function followedColumns(
  metadata: ProjectMetadata,
  known: string,
  name: string,
  renamed: ReadonlyMap<string, string>,
  dropped: readonly string[],
): MetadataChange[] {
  const chosen = metadata.columns.get(known) ?? []
  const byName = new Map(chosen.map((column) => [column.name, column]))
  const virtual = metadata.virtualColumns.get(known) ?? []
  const taken = new Set([...chosen, ...virtual].map(({ title }) => nameKey(title)))
  const changes: ColumnChange[] = [
    ...dropped.map((column): ColumnChange => ({ kind: 'drop', name: column })),
    ...[...renamed].map(([from, to]): ColumnChange => {
      const title = byName.get(from)?.title ?? to
      return {
        kind: 'rename',
        name: from,
        newName: to,
        newTitle: title === from && !taken.has(nameKey(to)) ? to : title,
      }
    }),
  ]
  if (changes.length === 0) return []
  // Columns without settings have no metadata, so a rename alone adds none.
  const unsaid = new Set([...renamed].filter(([from]) => !byName.has(from)).map(([, to]) => to))
  const followed = metadataAfter(chosen, changes).filter((column) => !unsaid.has(column.name))
  // Metadata of an earlier column with this name may still exist.
  const after = [...new Map(followed.map((column) => [column.name, column])).values()]
  return [
    ...(chosen.length === 0 ? [] : [{ kind: 'setColumns', table: name, columns: after } as const]),
    ...historyMarks(name, { columns: renamed, dropped }),
  ]
}

function followedVirtual({ metadata, graph }: SyncFacts, renames: readonly Renamed[]): MetadataChange[] {
  let known: VirtualMetadata = metadata
  let relations = graph
  let last: MetadataChange[] = []
  for (const renamed of renames) {
    const changes = virtualAfter(known, relations, renamed)
    for (const change of changes)
      if (change.kind === 'replaceVirtual')
        known = { relations: change.relations, virtualColumns: byTable(change.columns) }
    if (changes.length > 0) last = changes
    relations = new RelationGraph(relations.all().map((relation) => renamedRelation(relation, renamed)))
  }
  return last
}

function followedViews({ graph }: SyncFacts, renames: readonly Renamed[]): MetadataChange[] {
  let relations = graph
  return renames.flatMap((renamed) => {
    const changes = viewsAfter(relations, renamed)
    relations = new RelationGraph(relations.all().map((relation) => renamedRelation(relation, renamed)))
    return changes
  })
}

function byTable(columns: readonly StoredVirtualColumn[]): Map<string, StoredVirtualColumn[]> {
  const found = new Map<string, StoredVirtualColumn[]>()
  for (const column of columns) found.set(column.table, [...(found.get(column.table) ?? []), column])
  return found
}

function continuedRelation(relation: Relation, id: string): MetadataChange {
  const { childTable, childColumns, parentTable, parentColumns, onDelete, onUpdate } = relation
  return {
    kind: 'setRelation',
    relation: { id, childTable, childColumns, parentTable, parentColumns, onDelete, onUpdate },
  }
}
