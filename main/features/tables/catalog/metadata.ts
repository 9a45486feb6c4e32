import { uiTypes, type UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, ColumnOptions } from '@common/model'
import { readColumnOptions } from '@common/wire/column-options'
import { isReservedTableName } from '@common/wire/names'
import {
  deleteFrom,
  insertInto,
  insertOrUpdate,
  metaTables,
  requestFacts,
  updateIn,
  valueNames,
  type ColumnRow,
  type MetaStore,
  type MetaStep,
} from '@main/db/meta'
import { historyFollows, inverseStep, tableMarkStep, type NamedInverse, type TableMark } from '@main/features/audit'
import { forgetTrashSteps, trashBegunStep, trashEntrySteps, trashFollows, type TrashEntry } from '@main/features/trash'
import { commentsFollow, commentsGone } from '@main/features/comments'
import { followersFollow, followersGone } from '@main/features/followers'
import { rulesFollowTable, type RulesCopied } from '@main/features/access'
import { savedViewStep, viewsFollowTable, viewsGo, type ColumnsFollowed, type StoredView } from '@main/features/views'
import {
  queryTableGone,
  queryTableRenamed,
  queryTableSteps,
  readQueryTables,
  type QueryTableChange,
  type StoredQueryTable,
} from '../query-tables/stored'
import {
  forgetTableSteps,
  readVirtualMetadata,
  virtualMetaTables,
  virtualSteps,
  type VirtualChange,
  type VirtualMetadata,
} from '../virtual-columns/virtual-columns'

const { models, columns, seenTables, store: values } = metaTables

/** User settings of a table. */
export interface TableMetadata {
  /** Stays when the table is renamed. */
  readonly id: string
  readonly name: string
  readonly title: string
  readonly type: 'table' | 'view'
  readonly order: number
  /** True for the junction table of a many-to-many relation that Basalt created. */
  readonly association?: true
  /** Name of an icon, or an emoji. */
  readonly icon?: string
}

/** User settings of a column. */
export interface ColumnMetadata {
  readonly name: string
  /** Empty without a chosen title. */
  readonly title: string
  /** Undefined without a chosen type; then the declared type decides. */
  readonly uiType: UiType | undefined
  readonly options: ColumnOptions
  readonly primaryValue: boolean
  /** Chosen position; columns without one follow in database order. */
  readonly place?: number
}

/** Choices by the names that the database has for tables and columns. */
export interface ProjectMetadata extends VirtualMetadata {
  readonly queries: ReadonlyMap<string, StoredQueryTable>
  readonly tables: ReadonlyMap<string, TableMetadata>
  readonly columns: ReadonlyMap<string, readonly ColumnMetadata[]>
}

/** A change of metadata as data, stored in the journal until the database has changed. */
export type MetadataChange =
  | ({ readonly kind: 'setTable' } & TableMetadata)
  | { readonly kind: 'removeTable'; readonly name: string }
  /** Renames the table in its own row and in those of its columns. */
  | { readonly kind: 'renameTable'; readonly name: string; readonly newName: string }
  /** Replaces all settings of a table's columns. */
  | { readonly kind: 'setColumns'; readonly table: string; readonly columns: readonly ColumnMetadata[] }
  /** Marks for the history of a table's columns. */
  | { readonly kind: 'markTable'; readonly table: string; readonly mark: TableMark }
  /** Stores the description of a table for detecting changes by other programs. */
  | { readonly kind: 'setSeen'; readonly table: string; readonly description: string }
  | { readonly kind: 'removeSeen'; readonly table: string }
  /** Adds a dropped object to the trash. */
  | { readonly kind: 'keepTrash'; readonly entry: TrashEntry }
  | { readonly kind: 'beginTrash'; readonly id: string }
  | { readonly kind: 'forgetTrash'; readonly id: string }
  /** Stores a call that reverses the change. */
  | { readonly kind: 'addInverse'; readonly inverse: NamedInverse }
  /** Renames columns in views. */
  | ({ readonly kind: 'followColumns' } & ColumnsFollowed)
  /** Creates a view, or replaces the one with its id. */
  | { readonly kind: 'setView'; readonly view: StoredView }
  /** Gives a copy the access rules of its original. */
  | RulesCopied
  | QueryTableChange
  | VirtualChange

export async function readMetadata(store: MetaStore, projectId: string): Promise<ProjectMetadata> {
  const [virtual, queries, tableRows, columnRows] = await Promise.all([
    readVirtualMetadata(store, projectId),
    readQueryTables(store, projectId),
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
    queries,
    tables: new Map(
      // A table in the trash preserves its settings but isn't part of the project.
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
    // Without valid options, the column still shows its values.
    return readColumnOptions(JSON.parse(text)) ?? {}
  } catch {
    return {}
  }
}

/** Returns the statements of the changes, with a new version for other servers. */
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
          queryTableGone(projectId, change.name),
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
          queryTableRenamed(projectId, change.name, change.newName),
          ...historyFollows(projectId, change.name, change.newName),
          trashFollows(projectId, change.name, change.newName),
          viewsFollowTable(projectId, change.name, change.newName),
          ...rulesFollowTable(projectId, change.name, change.newName),
          commentsFollow(projectId, change.name, change.newName),
          ...followersFollow(projectId, change.name, change.newName),
        ]
      // The journal creates these statements, because they depend on stored views and rules.
      case 'followColumns':
      case 'copyTableRules':
      case 'copyColumnRules':
        return []
      case 'setQuery':
        return queryTableSteps(projectId, change, now)
      case 'setView':
        return [savedViewStep(projectId, change.view, now)]
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
      case 'addInverse':
        return [inverseStep(projectId, change.inverse, now)]
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
              // Empty: the declared type decides, as for columns without settings.
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
  const version = { name: valueNames.metadataVersion(projectId), value: newVersion, updated_at: now }
  return [...steps, insertOrUpdate(values, ['name'], version)]
}

const metadataTables = [models, columns, metaTables.queryTables, ...virtualMetaTables] as const

/** Changes with every change of any project's metadata; undefined where other servers write too. */
export const metadataVersionNow = (store: MetaStore): number | undefined =>
  store.exclusive ? store.version(...metadataTables) : undefined

/**
 * Returns a version that changes with a project's metadata, on any server.
 *
 * @param sinceMs  the version may have been read since then, by `performance.now()`. Default: now
 */
export async function metadataVersion(store: MetaStore, projectId: string, sinceMs?: number): Promise<string> {
  // If only this process writes, its own counter is equivalent and needs no query.
  const known = metadataVersionNow(store)
  if (known !== undefined) return String(known)
  return (await requestFacts(store).project(projectId, sinceMs)).metadata
}

/** Returns a version of the stored schemas, as far as `metadataVersion` doesn't cover them. */
export const seenVersion = (store: MetaStore): string => (store.exclusive ? String(store.version(seenTables)) : '')

/** Returns the parts of a definition that the database doesn't store. */
export function chosenBy(definition: ColumnDefinition, primaryValue = false): ColumnMetadata {
  const { name, title, uiType, options } = definition
  return { name, title, uiType, options, primaryValue }
}
