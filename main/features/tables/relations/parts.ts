import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { Capabilities } from '@common/dialects'
import type { Column, ColumnDefinition, ForeignKey, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { findTitled } from '@common/wire/named'
import { nameKey } from '@common/wire/names'
import type { Relation } from './links'
import type { MetadataChange } from '../catalog/metadata'
import { checkColumnNames } from '../columns/validate'
import type { RelationEnds, Actions } from './types'

/** A column by name or title. @throws AppError COLUMN_NOT_FOUND */
export function columnOf(table: Table, nameOrTitle: string): Column {
  const found = findTitled(table.columns, nameOrTitle)
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: nameOrTitle, table: table.title })
  return found
}

/** @throws AppError TABLE_WITHOUT_KEY, because nothing else identifies its rows */
export function keyOf(table: Table): Column[] {
  const key = table.primaryKey.map((name) => columnOf(table, name))
  if (key.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
  return key
}

/**
 * Returns a column for a foreign key, declared like the referenced key.
 *
 * @param title  chosen title, if any; it is free
 */
export function newKeyColumn(
  child: Table,
  parent: Table,
  key: Column,
  { isOnlyKey, title }: { readonly isOnlyKey: boolean; readonly title: string | undefined },
): ColumnDefinition {
  const name = title ?? freeName(child, isOnlyKey ? `${parent.title}_id` : `${parent.title}_${key.title}`)
  return {
    name,
    title: name,
    uiType: typeFor.reference,
    nativeType: key.nativeType,
    required: false,
    unique: false,
    defaultValue: null,
    primaryKey: false,
    options: {},
  }
}

function freeName(table: Table, base: string): string {
  const taken = new Set(
    [
      ...table.columns.flatMap(({ name, title }) => [name, title]),
      ...table.virtualColumns.map(({ title }) => title),
    ].map(nameKey),
  )
  let name = base
  for (let n = 2; taken.has(nameKey(name)); n += 1) name = `${base}_${n}`
  return name
}

/** A foreign key to a table. */
export function keyTo(
  parent: Table,
  columns: readonly string[],
  referencedColumns: readonly string[],
  actions: Actions,
): ForeignKey {
  return {
    columns,
    referencedTable: parent.name,
    referencedColumns,
    onDelete: actions.onDelete,
    onUpdate: actions.onUpdate,
  }
}

/** The names that a relation joins, and its actions. */
export function endsOf(relation: Relation): Omit<Relation, 'real' | 'storedId'> {
  const { childTable, childColumns, parentTable, parentColumns, onDelete, onUpdate } = relation
  return { childTable, childColumns, parentTable, parentColumns, onDelete, onUpdate }
}

/** A relation as the foreign key that it is. */
/**
 * Returns the foreign keys of a junction table. If the database supports one cascade path only, the first of two keys
 * to the same table cascades.
 */
export function pairKeys(
  keys: readonly ForeignKey[],
  { severalCascades }: Pick<Capabilities, 'severalCascades'>,
): readonly ForeignKey[] {
  if (severalCascades) return keys
  return keys.map((key, at) =>
    keys.slice(0, at).some(({ referencedTable }) => nameKey(referencedTable) === nameKey(key.referencedTable))
      ? { ...key, onDelete: 'NO ACTION', onUpdate: 'NO ACTION' }
      : key,
  )
}

export function foreignKeyOf(relation: Omit<Relation, 'real'>): ForeignKey {
  return {
    columns: relation.childColumns,
    referencedTable: relation.parentTable,
    referencedColumns: relation.parentColumns,
    onDelete: relation.onDelete,
    onUpdate: relation.onUpdate,
  }
}

/** Stores a relation that the database does not know. */
export function storedRelation(
  id: string,
  child: Table,
  childColumns: readonly string[],
  parent: Table,
  parentColumns: readonly string[],
  { onDelete, onUpdate }: Actions,
): MetadataChange {
  const ends = { childTable: child.name, childColumns, parentTable: parent.name, parentColumns }
  return { kind: 'setRelation', relation: { id, ...ends, onDelete, onUpdate } }
}

/** Stores the title of a link. */
export function linkTitle(table: string, id: string, title: string): MetadataChange {
  return { kind: 'setVirtualColumn', column: { table, id, title, position: 0, definition: { kind: 'link' } } }
}

/** Stores the title of a new link, if given. */
export function titled(
  link: { readonly table: string; readonly title?: string | undefined },
  id: string,
): MetadataChange[] {
  const title = link.title?.trim() ?? ''
  return title === '' ? [] : [linkTitle(link.table, id, title)]
}

/** @throws AppError COLUMN_NAME_INVALID, COLUMN_EXISTS */
export function checkTitle(table: Table, title: string, except?: VirtualColumn): void {
  const name = title.trim()
  checkColumnNames([{ name, title: name }], [name])
  const titles = [...table.columns, ...table.virtualColumns.filter((column) => column !== except)].map(
    (column) => column.title,
  )
  if (titles.some((other) => nameKey(other) === nameKey(name))) throw new AppError('COLUMN_EXISTS', { column: name })
}

/** Returns the names of two columns as the ends of a relation. */
export const endNames = (
  { name: childTable }: Table,
  childColumn = '',
  { name: parentTable }: Table,
  parentColumn = '',
): RelationEnds => ({ childTable, childColumn, parentTable, parentColumn })
