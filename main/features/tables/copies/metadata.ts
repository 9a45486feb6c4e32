import { columnType } from '@common/columns/registry'
import { hasRole } from '@common/columns/questions'
import type { Table, TableSummary } from '@common/model'
import type { TableQuery } from '@common/model/query-table'
import type { CopiedColumn, CopiedRelation, CopiedTable, ProjectCopy } from '@common/project-copy'
import { nameKey } from '@common/wire/names'
import type { Ids } from '@main/lib/ids'
import type { ColumnMetadata, MetadataChange, ProjectMetadata } from '../catalog/metadata'
import { linkId, type Relation } from '../relations/links'

/** Tables that take the settings of a copy over. */
export interface TakenOver {
  /** The copy, under the names of this project. */
  readonly copy: ProjectCopy
  /** Names of tables that the copy creates. */
  readonly created: ReadonlySet<string>
  /** Tables that exist already, by name. */
  readonly existing: ReadonlyMap<string, Table>
  /** Relations that the database rejected as foreign keys. */
  readonly rejected: readonly CopiedRelation[]
  readonly metadata: ProjectMetadata | undefined
  /** True if a column of this native type holds values of the copied column. */
  readonly fits: (copied: CopiedColumn, nativeType: string) => boolean
  /** The highest place in the list of tables. */
  readonly lastOrder: number
  /** Ids of stored views, by table and key of the title. */
  readonly viewIds: ReadonlyMap<string, string>
  readonly viewKey: (table: string, title: string) => string
  readonly ids: Ids
  /** Returns a copied query that may become a query table here. @throws AppError QUERY_TABLE_INVALID */
  readonly checkedQuery: (query: NonNullable<CopiedTable['query']>) => TableQuery
}

/** Returns the changes of metadata that give tables the settings of a copy. */
export function changesFromCopy(given: TakenOver): MetadataChange[] {
  const { copy, created, existing } = given
  const queries = copy.tables.filter(({ name, query }) => query !== undefined && !existing.has(name))
  const made = new Set(queries.map(({ name }) => name))
  const isHere = (table: string): boolean => created.has(table) || existing.has(table) || made.has(table)
  return [
    ...queries.flatMap((table, at) => queryChanges(given, table, copy.tables.length + at)),
    ...copy.tables.filter(({ name }) => isHere(name)).flatMap((table, at) => tableChanges(given, table, at)),
    ...relationChanges(given, isHere),
    ...computedChanges(given, isHere),
    ...viewChanges(given, isHere),
  ]
}

function tableChanges(
  { created, existing, metadata, lastOrder, fits, ids }: TakenOver,
  copy: CopiedTable,
  at: number,
): MetadataChange[] {
  const { name, title, association } = copy
  const icon = copy.icon === null ? {} : { icon: copy.icon }
  const flags = { ...icon, ...(association ? { association: true as const } : {}) }
  const current = existing.get(name)
  if (current === undefined) {
    if (!created.has(name)) return []
    return [
      {
        kind: 'setTable',
        id: ids.hex(16),
        name,
        title,
        type: 'table',
        order: Math.floor(lastOrder) + at + 1,
        ...flags,
      },
      { kind: 'setColumns', table: name, columns: copy.columns.map((column) => settingsOf(column)) },
    ]
  }
  const id = metadata?.tables.get(name)?.id ?? ids.hex(16)
  const { type, order } = current
  return [
    { kind: 'setTable', id, name, title: freeTitle(title, current, existing), type, order, ...flags },
    { kind: 'setColumns', table: name, columns: mergedColumns(copy, current, metadata?.columns.get(name) ?? [], fits) },
  ]
}

/** A query table comes with the columns that it had: its query runs only when a request reads it. */
function queryChanges(
  { checkedQuery, lastOrder, ids }: TakenOver,
  { name, title, icon, query, columns }: CopiedTable,
  at: number,
): MetadataChange[] {
  if (query === undefined) return []
  const order = Math.floor(lastOrder) + at + 1
  const found = columns.map((column) => ({
    name: column.name,
    nativeType: column.nativeType,
    uiType: column.uiType,
    options: column.options,
  }))
  return [
    { kind: 'setTable', id: ids.hex(16), name, title, type: 'view', order, ...(icon !== null && { icon }) },
    { kind: 'setQuery', isNew: true, name, query: checkedQuery(query), columns: found },
    { kind: 'setColumns', table: name, columns: columns.map((column) => settingsOf(column)) },
  ]
}

/** A title of another table stays with that table. */
function freeTitle(title: string, current: TableSummary, existing: ReadonlyMap<string, Table>): string {
  const isTaken = [...existing.values()].some(
    (other) =>
      other.name !== current.name && [other.name, other.title].some((text) => nameKey(text) === nameKey(title)),
  )
  return isTaken || title === '' ? current.title : title
}

/** A reference shows itself as one, by its relation. */
const settingsOf = ({ name, title, uiType, storedAs, options, primaryValue, place }: CopiedColumn): ColumnMetadata => ({
  name,
  title,
  uiType: hasRole({ uiType }, 'reference', 'counter') ? storedAs : uiType,
  options,
  primaryValue,
  ...(place === undefined ? {} : { place }),
})

/** Columns of the copy give their settings to columns of the same name whose values fit. Others keep theirs. */
function mergedColumns(
  copy: CopiedTable,
  current: Table,
  known: readonly ColumnMetadata[],
  fits: TakenOver['fits'],
): ColumnMetadata[] {
  const copied = new Map(copy.columns.map((column) => [nameKey(column.name), column]))
  const before = new Map(known.map((column) => [column.name, column]))
  const hasName = copy.columns.some(({ primaryValue }) => primaryValue)
  return current.columns.flatMap((column): ColumnMetadata[] => {
    const from = copied.get(nameKey(column.name))
    const own = before.get(column.name)
    if (from === undefined) return own === undefined ? [] : [{ ...own, primaryValue: own.primaryValue && !hasName }]
    const taken = { ...settingsOf(from), name: column.name }
    const isSame = columnType(from.uiType).storage === columnType(column.uiType).storage
    return [
      isSame || fits(from, column.nativeType) ? taken : { ...taken, uiType: own?.uiType, options: own?.options ?? {} },
    ]
  })
}

function relationChanges(
  { copy, rejected, metadata, ids }: TakenOver,
  isHere: (table: string) => boolean,
): MetadataChange[] {
  const idOf = (relation: Omit<Relation, 'real'>): string => linkId('belongsTo', { ...relation, real: false })
  const known = new Set(metadata?.relations.map(idOf))
  return [...copy.relations, ...rejected]
    .filter(({ childTable, parentTable }) => isHere(childTable) && isHere(parentTable))
    .filter((relation) => !known.has(idOf(relation)))
    .map((relation) => ({ kind: 'setRelation', relation: { id: ids.hex(16), ...relation } }))
}

/** A computed column whose title is taken stays out. */
function computedChanges(
  { copy, existing, metadata }: TakenOver,
  isHere: (table: string) => boolean,
): MetadataChange[] {
  return copy.computed
    .filter(({ table, title, definition }) => {
      if (!isHere(table)) return false
      const current = existing.get(table)
      if (current === undefined || definition.kind === 'link') return true
      const stored = metadata?.virtualColumns.get(table) ?? []
      return ![...current.columns, ...stored].some((column) => nameKey(column.title) === nameKey(title))
    })
    .map((column) => ({ kind: 'setVirtualColumn', column }))
}

function viewChanges({ copy, viewIds, viewKey, ids }: TakenOver, isHere: (table: string) => boolean): MetadataChange[] {
  return copy.views
    .filter(({ table }) => isHere(table))
    .map(({ table, title, kind, position, settings, options, locked }) => ({
      kind: 'setView',
      view: {
        id: viewIds.get(viewKey(table, title)) ?? `vw_${ids.hex(10)}`,
        table,
        title,
        isOwn: title === '',
        kind,
        position,
        settings,
        options,
        extras: {},
        locked,
        revision: 1,
      },
    }))
}
