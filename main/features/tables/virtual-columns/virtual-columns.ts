import { referenceActions, rollupFunctions, type ReferenceAction } from '@common/model/relations'
import { z } from 'zod'
import {
  deleteFrom,
  insertInto,
  insertOrUpdate,
  metaTables,
  parsedText,
  type MetaStore,
  type RelationRow,
  type VirtualColumnRow,
  type MetaStep,
} from '@main/db/meta'

const { relations, virtualColumns } = metaTables

/** Stored definition of a virtual column. A link is stored only for its own title. */
export const virtualDefinition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('link') }),
  z.strictObject({ kind: z.literal('lookup'), linkId: z.string(), column: z.string() }),
  z.strictObject({
    kind: z.literal('rollup'),
    linkId: z.string(),
    column: z.string(),
    function: z.enum(rollupFunctions),
  }),
  z.strictObject({ kind: z.literal('count'), linkId: z.string() }),
  z.strictObject({ kind: z.literal('formula'), formula: z.string() }),
])
export type VirtualDefinition = z.infer<typeof virtualDefinition>

/** A stored virtual column: a lookup, a rollup and so on, or the title of a link. */
export interface StoredVirtualColumn {
  readonly table: string
  readonly id: string
  readonly title: string
  readonly position: number
  readonly definition: VirtualDefinition
}

/** A relation that the database does not know. */
export interface StoredRelation {
  readonly id: string
  readonly childTable: string
  readonly childColumns: readonly string[]
  readonly parentTable: string
  readonly parentColumns: readonly string[]
  readonly onDelete: ReferenceAction
  readonly onUpdate: ReferenceAction
}

/** Relations that only Basalt knows, and virtual columns by table in order. */
export interface VirtualMetadata {
  readonly relations: readonly StoredRelation[]
  readonly virtualColumns: ReadonlyMap<string, readonly StoredVirtualColumn[]>
}

/** Changes of virtual columns and relations, as data for the journal. */
export type VirtualChange =
  | { readonly kind: 'setVirtualColumn'; readonly column: StoredVirtualColumn }
  | { readonly kind: 'removeVirtualColumn'; readonly table: string; readonly id: string }
  | { readonly kind: 'setRelation'; readonly relation: StoredRelation }
  | { readonly kind: 'removeRelation'; readonly id: string }
  /** Replaces all of the project's metadata after a rename. */
  | {
      readonly kind: 'replaceVirtual'
      readonly relations: readonly StoredRelation[]
      readonly columns: readonly StoredVirtualColumn[]
    }

/** Meta tables that `readVirtualMetadata` reads. */
export const virtualMetaTables = [relations, virtualColumns] as const

export async function readVirtualMetadata(store: MetaStore, projectId: string): Promise<VirtualMetadata> {
  const [relationRows, columnRows] = await Promise.all([
    store.select(relations, { project_id: projectId }, { orderBy: ['created_at', 'id'] }),
    store.select(virtualColumns, { project_id: projectId }, { orderBy: ['table_name', 'position', 'id'] }),
  ])
  const byTable = new Map<string, StoredVirtualColumn[]>()
  for (const column of columnRows.flatMap(storedColumn)) {
    const known = byTable.get(column.table)
    if (known === undefined) byTable.set(column.table, [column])
    else known.push(column)
  }
  return { relations: relationRows.map(storedRelation), virtualColumns: byTable }
}

/** Skips rows that a newer version wrote. */
function storedColumn(row: VirtualColumnRow): StoredVirtualColumn[] {
  const definition = virtualDefinition.safeParse(parsedText(row.definition))
  if (!definition.success) return []
  return [{ table: row.table_name, id: row.id, title: row.title, position: row.position, definition: definition.data }]
}

function storedRelation(row: RelationRow): StoredRelation {
  return {
    id: row.id,
    childTable: row.child_table,
    childColumns: names(row.child_columns),
    parentTable: row.parent_table,
    parentColumns: names(row.parent_columns),
    onDelete: referenceAction(row.on_delete),
    onUpdate: referenceAction(row.on_update),
  }
}

/** Parses a referential action; NO ACTION, the default of every engine, for an unknown one. */
export function referenceAction(text: string): ReferenceAction {
  const name = text
    .trim()
    .replaceAll(/[\s_]+/g, ' ')
    .toUpperCase()
  return referenceActions.find((action) => action === name) ?? 'NO ACTION'
}

function names(text: string): string[] {
  const parsed = z.array(z.string()).safeParse(parsedText(text))
  return parsed.success ? parsed.data : []
}

/** Returns the statements of a change. */
export function virtualSteps(projectId: string, change: VirtualChange, now: string): MetaStep[] {
  switch (change.kind) {
    case 'setVirtualColumn':
      return [
        insertOrUpdate(virtualColumns, ['project_id', 'table_name', 'id'], columnRow(projectId, change.column, now)),
      ]
    case 'removeVirtualColumn':
      return [deleteFrom(virtualColumns, { project_id: projectId, table_name: change.table, id: change.id })]
    case 'setRelation':
      return [insertOrUpdate(relations, ['id'], relationRow(projectId, change.relation, now))]
    case 'removeRelation':
      return [deleteFrom(relations, { project_id: projectId, id: change.id })]
    case 'replaceVirtual':
      return [
        deleteFrom(virtualColumns, { project_id: projectId }),
        deleteFrom(relations, { project_id: projectId }),
        ...change.columns.map((column) => insertInto(virtualColumns, columnRow(projectId, column, now))),
        ...change.relations.map((relation) => insertInto(relations, relationRow(projectId, relation, now))),
      ]
  }
}

/** Returns statements that delete all facts about a table. */
export function forgetTableSteps(projectId: string, table: string): MetaStep[] {
  return [
    deleteFrom(virtualColumns, { project_id: projectId, table_name: table }),
    deleteFrom(relations, 'project_id = ? AND (child_table = ? OR parent_table = ?)', [projectId, table, table]),
  ]
}

function columnRow(projectId: string, column: StoredVirtualColumn, now: string) {
  const { table, id, title, position, definition } = column
  return {
    project_id: projectId,
    table_name: table,
    id,
    title,
    kind: definition.kind,
    definition: JSON.stringify(definition),
    position,
    created_at: now,
    updated_at: now,
  }
}

function relationRow(projectId: string, relation: StoredRelation, now: string) {
  return {
    id: relation.id,
    project_id: projectId,
    child_table: relation.childTable,
    child_columns: JSON.stringify(relation.childColumns),
    parent_table: relation.parentTable,
    parent_columns: JSON.stringify(relation.parentColumns),
    on_delete: relation.onDelete,
    on_update: relation.onUpdate,
    created_at: now,
  }
}
