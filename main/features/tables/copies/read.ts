import { hasRole } from '@common/columns/questions'
import { typeFor } from '@common/columns/new-types'
import type { Column, Table } from '@common/model'
import type { CopiedColumn, CopiedTable, ProjectCopy } from '@common/project-copy'
import type { Database } from '@main/db/database'
import type { TableLookups } from '../catalog/catalog'
import type { ProjectMetadata } from '../catalog/metadata'
import { copiedType } from '../columns/column-duplicate'
import { plainDefault } from '../columns/plain-default'
import { referenceAction } from '../virtual-columns/virtual-columns'

/** The tables of a project as a copy holds them, and as the server reads their rows. */
export interface ReadTables {
  readonly copy: Pick<ProjectCopy, 'tables' | 'relations' | 'computed'>
  readonly tables: readonly Table[]
}

/** Returns all tables, views and links of a project with their settings. */
export async function readTables(catalog: TableLookups, database: Database, projectId: string): Promise<ReadTables> {
  const [list, metadata] = await Promise.all([catalog.list(projectId), catalog.metadata(projectId)])
  const tables: Table[] = []
  for (const { name } of list) {
    const table = await catalog.named(projectId, name)
    // Another program may have dropped it since the list.
    if (table !== undefined) tables.push(table)
  }
  const present = new Set(tables.map(({ name }) => name))
  return {
    tables,
    copy: {
      tables: tables.map((table) => copiedTable(database, metadata, table)),
      relations: metadata.relations.map(({ id: _id, ...ends }) => ({
        ...ends,
        childColumns: [...ends.childColumns],
        parentColumns: [...ends.parentColumns],
      })),
      computed: [...metadata.virtualColumns.values()].flat().filter(({ table }) => present.has(table)),
    },
  }
}

function copiedTable(database: Database, metadata: ProjectMetadata, table: Table): CopiedTable {
  const places = new Map(metadata.columns.get(table.name)?.map(({ name, place }) => [name, place]))
  return {
    name: table.name,
    title: table.title,
    type: table.type,
    association: table.association === true,
    ...(table.query && { query: { sql: table.query.sql, parameters: [...table.query.parameters] } }),
    icon: table.icon ?? null,
    columns: table.columns.map((column) => copiedColumn(database, column, places.get(column.name))),
    foreignKeys: table.foreignKeys.map((key) => ({
      columns: [...key.columns],
      referencedTable: key.referencedTable,
      referencedColumns: [...key.referencedColumns],
      onDelete: referenceAction(key.onDelete),
      onUpdate: referenceAction(key.onUpdate),
    })),
    indexes: table.indexes
      .filter(({ columns, unique }) => columns.length > 0 && !isOfColumn(table, columns, unique))
      .map(({ unique, columns }) => ({ unique, columns: [...columns] })),
  }
}

/** True for the index of a key or of a unique column, which the column itself makes. */
function isOfColumn({ primaryKey, columns: all }: Table, columns: readonly string[], unique: boolean): boolean {
  if (!unique) return false
  if (columns.length === primaryKey.length && columns.every((name) => primaryKey.includes(name))) return true
  return columns.length === 1 && all.some(({ name, unique: isUnique }) => name === columns[0] && isUnique)
}

function copiedColumn(database: Database, column: Column, place: number | undefined): CopiedColumn {
  const { name, title, uiType, nativeType, options, required, unique, primaryKey, primaryValue, generated } = column
  const isCounted = primaryKey && (column.autoIncrement || hasRole(column, 'key'))
  const isWritten = !generated && !column.autoIncrement
  return {
    name,
    title,
    uiType,
    storedAs: isCounted ? typeFor.key : copiedType(database, column),
    nativeType,
    options,
    required,
    unique: unique && !primaryKey,
    defaultValue: isWritten ? (plainDefault(column.defaultValue) ?? null) : null,
    primaryKey,
    primaryValue,
    ...(place === undefined ? {} : { place }),
  }
}
