import { trashTablePrefix } from '@common/wire/names'
import type { Column, ForeignKey, Table } from '@common/model'
import type { Database } from '@main/db/database'
import type { ColumnPart } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import type { TrashedColumn, TrashedColumns, TrashedTable, TrashEntry } from '@main/features/trash'
import type { Ids } from '@main/lib/ids'
import { inverse, type Inverse } from '@common/operations/inverse'
import type { Call } from '../changes/changes'
import type { ColumnMetadata, MetadataChange, ProjectMetadata } from '../catalog/metadata'
import { plainDefault } from '../columns/plain-default'
import type { StoredRelation, StoredVirtualColumn } from '../virtual-columns/virtual-columns'

type KeepTrash = Extract<MetadataChange, { kind: 'keepTrash' }>

/** Objects deleted along with the column. */
export interface Beside {
  readonly foreignKeys?: readonly ForeignKey[]
  readonly relations?: readonly StoredRelation[]
  readonly virtualColumns?: readonly StoredVirtualColumn[]
  readonly parts?: readonly ColumnPart[]
}

/** How a dropped object is preserved: statements before the drop, and its trash entry. */
export interface Keeping {
  readonly steps: readonly Step[]
  readonly metadata: readonly KeepTrash[]
  /** Restores the trash entry. */
  readonly undoneBy: readonly Inverse[]
}

const nothing: Keeping = { steps: [], metadata: [], undoneBy: [] }

/** A name for a table of ours. */
export const newSideTable = (ids: Ids): string => `${trashTablePrefix}${ids.hex(8)}`

/**
 * Preserves columns of a table that are dropped together, with the values of all rows by key. Tables without a key and
 * generated columns preserve no values.
 *
 * @param again  the call that drops them
 */
export function keepColumns(
  call: Call,
  database: Database,
  { ids, table, metadata }: { readonly ids: Ids; readonly table: Table; readonly metadata: ProjectMetadata },
  names: readonly string[],
  again: Inverse,
  beside: Beside = {},
): Keeping {
  const columns = table.columns.filter(({ name }) => names.includes(name))
  const isLost = columns.some(({ generated, primaryKey }) => generated || primaryKey)
  if (isLost || (columns.length > 0 && table.primaryKey.length === 0)) return nothing
  const { foreignKeys = [], relations = [], virtualColumns = [], parts = [] } = beside
  const titles = [...columns.map(({ title }) => title), ...virtualColumns.map(({ title }) => title)]
  const chosen = metadata.columns.get(table.name) ?? []
  const definition: TrashedColumns = {
    columns: columns.map((column) =>
      trashedColumn(
        column,
        chosen.find(({ name }) => name === column.name),
      ),
    ),
    keyColumns: table.primaryKey.length,
    foreignKeys,
    relations,
    virtualColumns,
    parts: parts.filter(({ column }) => names.includes(column)),
    again,
  }
  const entry = newEntry(call, ids, table)
  const sideTable = columns.length === 0 ? null : newSideTable(ids)
  const copied = [
    ...table.primaryKey.map((name, at) => ({ name, as: `k${at + 1}` })),
    ...columns.map(({ name }, at) => ({ name, as: `v${at + 1}` })),
  ]
  return {
    steps: sideTable === null ? [] : [database.dialect.schema.copyValues(table.name, copied, sideTable)],
    metadata: [
      {
        kind: 'keepTrash',
        entry: {
          ...entry,
          kind: 'column',
          titles: titles.slice(0, 1),
          definition: JSON.stringify(definition),
          sideTable,
        },
      },
    ],
    undoneBy: [inverse('trashRestore', { id: entry.id })],
  }
}

/** Returns the objects deleted along with a column. */
export function besideColumn(table: Table, metadata: ProjectMetadata, name: string): Beside {
  const ends = ({ childTable, childColumns, parentTable, parentColumns }: StoredRelation): boolean =>
    (childTable === table.name && childColumns.includes(name)) ||
    (parentTable === table.name && parentColumns.includes(name))
  return {
    foreignKeys: table.foreignKeys.filter(({ columns }) => columns.includes(name)),
    relations: metadata.relations.filter(ends),
  }
}

/**
 * Preserves a table by renaming it.
 *
 * @param again  the call that drops it
 */
export function keepTable(
  call: Call,
  { ids, table, metadata }: { readonly ids: Ids; readonly table: Table; readonly metadata: ProjectMetadata },
  again: Inverse,
): { readonly sideTable: string; readonly metadata: readonly MetadataChange[]; readonly undoneBy: readonly Inverse[] } {
  const sideTable = newSideTable(ids)
  const isOf = ({ childTable, parentTable }: StoredRelation): boolean => [childTable, parentTable].includes(table.name)
  const definition: TrashedTable = {
    name: table.name,
    foreignKeys: table.foreignKeys,
    relations: metadata.relations.filter(isOf),
    again,
  }
  const entry = {
    ...newEntry(call, ids, table),
    kind: 'table' as const,
    table: sideTable,
    titles: [table.title],
    definition: JSON.stringify(definition),
    sideTable,
  }
  return {
    sideTable,
    metadata: [
      { kind: 'renameTable', name: table.name, newName: sideTable },
      {
        kind: 'replaceVirtual',
        relations: metadata.relations.filter((relation) => !isOf(relation)),
        columns: movedColumns(metadata, table.name, sideTable),
      },
      { kind: 'keepTrash', entry },
    ],
    undoneBy: [inverse('trashRestore', { id: entry.id })],
  }
}

/** Moves the computed columns of a table with it. */
export function movedColumns(metadata: ProjectMetadata, from: string, to: string): StoredVirtualColumn[] {
  return [...metadata.virtualColumns.values()]
    .flat()
    .map((column) => (column.table === from ? { ...column, table: to } : column))
}

function newEntry(
  call: Call,
  ids: Ids,
  table: Table,
): Omit<TrashEntry, 'kind' | 'titles' | 'definition' | 'sideTable'> {
  return {
    id: ids.hex(16),
    projectId: call.projectId,
    table: table.name,
    tableTitle: table.title,
    count: null,
    begun: false,
    userId: call.userId,
    email: null,
    // Set when it is stored.
    createdAt: '',
  }
}

function trashedColumn(column: Column, chosen: ColumnMetadata | undefined): TrashedColumn {
  const { name, title, uiType, required, unique, primaryKey, options, nativeType } = column
  const value = plainDefault(column.defaultValue)
  return {
    definition: {
      name,
      title,
      uiType,
      required,
      unique,
      primaryKey,
      options,
      nativeType,
      defaultValue: value ?? null,
    },
    chosen: chosen ?? null,
    lostDefault: value === undefined ? column.defaultValue : null,
  }
}

/** Inserts steps after those that check and lock the table. */
export function withKeeping(plan: SchemaPlan, steps: readonly Step[]): SchemaPlan {
  if (steps.length === 0 || plan.up.length === 0) return plan
  const first = plan.up.findIndex(({ sql }) => !/^\s*(?:SELECT|SET|LOCK)\b/i.test(sql))
  const at = first < 0 ? plan.up.length : first
  return { ...plan, up: [...plan.up.slice(0, at), ...steps, ...plan.up.slice(at)] }
}
