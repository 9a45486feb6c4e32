import { uiTypes, type UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, ColumnOptions } from '@common/model'
import { readColumnOptions } from '@common/wire/column-options'
import { isReservedTableName } from '@common/wire/names'
import {
  deleteFrom,
  insertInto,
  insertOrUpdate,
  metaTables,
  updateIn,
  type ColumnRow,
  type MetaStore,
  type MetaStep,
} from '@main/db/meta'
import { historyFollows, tableMarkStep, type TableMark } from '@main/features/audit'
import { forgetTrashSteps, trashBegunStep, trashEntrySteps, trashFollows, type TrashEntry } from '@main/features/trash'
import { commentsFollow, commentsGone } from '@main/features/comments'
import { followersFollow, followersGone } from '@main/features/followers'
import { viewsFollowTable, viewsGo, type ColumnsFollowed } from '@main/features/views'
import {
  forgetTableSteps,
  readVirtualMetadata,
  virtualMetaTables,
  virtualSteps,
  type VirtualChange,
  type VirtualMetadata,
} from '../virtual-columns/virtual-columns'

const { models, columns, seenTables, store: values } = metaTables

/** What people chose for a table. */
export interface TableMetadata {
  /** Stays when the table is renamed. */
  readonly id: string
  readonly name: string
  readonly title: string
  readonly type: 'table' | 'view'
  readonly order: number
  /** Made for a many-to-many relation. */
  readonly association?: true
  /** Name of an icon of ours, or an emoji. */
  readonly icon?: string
}

/** What people chose for a column. */
export interface ColumnMetadata {
  readonly name: string
  /** Empty where nobody has chosen one. */
  readonly title: string
  /** Undefined where nobody has chosen one: the declared type decides. */
  readonly uiType: UiType | undefined
  readonly options: ColumnOptions
  readonly primaryValue: boolean
  /** Where people want to see it; those without follow in the order of the database. */
  readonly place?: number
}

/** Choices by the names that the database has for tables and columns. */
export interface ProjectMetadata extends VirtualMetadata {
  readonly tables: ReadonlyMap<string, TableMetadata>
  readonly columns: ReadonlyMap<string, readonly ColumnMetadata[]>
}

/** A change of the choices, as data: it waits in the journal until the database has changed. */
export type MetadataChange =
  | ({ readonly kind: 'setTable' } & TableMetadata)
  | { readonly kind: 'removeTable'; readonly name: string }
  /** Renames the table in its own row and in those of its columns. */
  | { readonly kind: 'renameTable'; readonly name: string; readonly newName: string }
  /** All the choices for a table's columns, in place of those there are. */
  | { readonly kind: 'setColumns'; readonly table: string; readonly columns: readonly ColumnMetadata[] }
  /** What its history has to know of a table's columns. */
  | { readonly kind: 'markTable'; readonly table: string; readonly mark: TableMark }
  /** What is known of a table, to tell later whether another program has changed it. */
  | { readonly kind: 'setSeen'; readonly table: string; readonly description: string }
  | { readonly kind: 'removeSeen'; readonly table: string }
  /** What is dropped waits in the trash. */
  | { readonly kind: 'keepTrash'; readonly entry: TrashEntry }
  | { readonly kind: 'beginTrash'; readonly id: string }
  | { readonly kind: 'forgetTrash'; readonly id: string }
  /** What views call columns that have other names now. */
  | ({ readonly kind: 'followColumns' } & ColumnsFollowed)
  | VirtualChange

export async function readMetadata(store: MetaStore, projectId: string): Promise<ProjectMetadata> {
  const [virtual, tableRows, columnRows] = await Promise.all([
    readVirtualMetadata(store, projectId),
    store.select(models, { project_id: projectId }),
    store.select(columns, { project_id: projectId }, { orderBy: ['table_name', 'position'] }),
  ])
  const byTable = new Map<string, ColumnMetadata[]>()
  for (const row of columnRows) {
    const known = byTable.get(row.table_name)
    if (known === undefined) byTable.set(row.table_name, [columnMetadata(row)])
    else known.push(columnMetadata(row))
  }
  return {
    ...virtual,
    tables: new Map(
      // A table in the trash keeps what people chose for it, but is none of the project's.
      tableRows
        .filter((row) => !isReservedTableName(row.table_name))
        .map((row): [string, TableMetadata] => [
          row.table_name,
          {
            id: row.id,
            name: row.table_name,
            title: row.title,
            type: row.type === 'view' ? 'view' : 'table',
            order: row.position,
            ...(row.association === 1 ? { association: true } : {}),
            ...(row.icon === null ? {} : { icon: row.icon }),
          },
        ]),
    ),
    columns: byTable,
  }
}

function columnMetadata(row: ColumnRow): ColumnMetadata {
  return {
    name: row.column_name,
    title: row.title,
    uiType: uiTypes.find((name) => name === row.ui_type),
    options: storedOptions(row.options),
    primaryValue: row.primary_value === 1,
    ...(row.place === null ? {} : { place: row.place }),
  }
}

function storedOptions(text: string): ColumnOptions {
  try {
    // Choices of a type are decoration: without them the column still shows what it holds.
    return readColumnOptions(JSON.parse(text)) ?? {}
  } catch {
    return {}
  }
}

/** Statements that make the changes, and a new version so that other servers read again. */
export function metadataSteps(
  projectId: string,
  changes: readonly MetadataChange[],
  now: string,
  newVersion: string,
): MetaStep[] {
  const at = { created_at: now, updated_at: now }
  const steps = changes.flatMap((change, position): MetaStep[] => {
    const mark = (table: string, given: TableMark): MetaStep =>
      tableMarkStep(projectId, table, given, now, `${position.toString(16)}${newVersion}`)
    switch (change.kind) {
      case 'setTable': {
        const { id, name, title, type, order, icon = null } = change
        const association = change.association === true ? 1 : 0
        const row = {
          id,
          project_id: projectId,
          table_name: name,
          title,
          type,
          position: order,
          association,
          icon,
          ...at,
        }
        return [insertOrUpdate(models, ['project_id', 'table_name'], row)]
      }
      case 'removeTable':
        return [
          ...[columns, models].map((table) => deleteFrom(table, { project_id: projectId, table_name: change.name })),
          ...forgetTableSteps(projectId, change.name),
          viewsGo(projectId, change.name),
          mark(change.name, { removed: true }),
          commentsGone(projectId, change.name, now),
          ...followersGone(projectId, change.name, now),
        ]
      case 'renameTable':
        return [
          ...[columns, models].map((table) =>
            updateIn(
              table,
              { table_name: change.newName, updated_at: now },
              { project_id: projectId, table_name: change.name },
            ),
          ),
          ...historyFollows(projectId, change.name, change.newName),
          trashFollows(projectId, change.name, change.newName),
          viewsFollowTable(projectId, change.name, change.newName),
          commentsFollow(projectId, change.name, change.newName),
          ...followersFollow(projectId, change.name, change.newName),
        ]
      // Needs to know what views say: the journal makes its statements.
      case 'followColumns':
        return []
      case 'markTable':
        return [mark(change.table, change.mark)]
      case 'setSeen':
        return [
          insertOrUpdate(seenTables, ['project_id', 'table_name'], {
            project_id: projectId,
            table_name: change.table,
            description: change.description,
            seen_at: now,
          }),
        ]
      case 'keepTrash':
        return trashEntrySteps({ ...change.entry, createdAt: now })
      case 'beginTrash':
        return [trashBegunStep(projectId, change.id)]
      case 'forgetTrash':
        return forgetTrashSteps(projectId, change.id)
      case 'removeSeen':
        return [deleteFrom(seenTables, { project_id: projectId, table_name: change.table })]
      case 'setColumns':
        return [
          deleteFrom(columns, { project_id: projectId, table_name: change.table }),
          ...change.columns.map((column, index) =>
            insertInto(columns, {
              ...at,
              project_id: projectId,
              table_name: change.table,
              column_name: column.name,
              title: column.title,
              // Nothing: what the database declares decides, as for columns that nobody has said anything of.
              ui_type: column.uiType ?? '',
              options: JSON.stringify(column.options),
              position: index + 1,
              place: column.place ?? null,
              primary_value: column.primaryValue ? 1 : 0,
            }),
          ),
        ]
      default:
        return virtualSteps(projectId, change, now)
    }
  })
  const version = { name: versionName(projectId), value: newVersion, updated_at: now }
  return [...steps, insertOrUpdate(values, ['name'], version)]
}

const versionName = (projectId: string): string => `metadata_version:${projectId}`

const metadataTables = [models, columns, ...virtualMetaTables] as const

/** Changes with every change of any project's metadata; undefined where other servers write too. */
export const metadataVersionNow = (store: MetaStore): number | undefined =>
  store.exclusive ? store.version(...metadataTables) : undefined

/** Changes with every change of a project's metadata, by whatever server. */
export async function metadataVersion(store: MetaStore, projectId: string): Promise<string> {
  // Where this process alone writes, its own count says the same without a question.
  const known = metadataVersionNow(store)
  if (known !== undefined) return String(known)
  const row = await store.find(values, { name: versionName(projectId) })
  return row?.value ?? ''
}

/** Changes with everything that is known of schemas, as far as `metadataVersion` does not. */
export const seenVersion = (store: MetaStore): string => (store.exclusive ? String(store.version(seenTables)) : '')

/** What a definition says that the database does not keep. */
export function chosenBy(definition: ColumnDefinition, primaryValue = false): ColumnMetadata {
  const { name, title, uiType, options } = definition
  return { name, title, uiType, options, primaryValue }
}
