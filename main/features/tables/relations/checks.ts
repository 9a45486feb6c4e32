import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, Table } from '@common/model'
import type { ReferenceAction } from '@common/model/relations'

export function sameColumns(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, at) => name === right[at])
}

/**
 * A foreign key names one row of its parent.
 *
 * @throws AppError RELATION_PARENT_NOT_UNIQUE
 */
export function checkUnique(parent: Table, columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name)
  const isAll = (others: readonly string[]): boolean =>
    others.length === names.length && others.every((name) => names.includes(name))
  const isUnique = isAll(parent.primaryKey) || parent.indexes.some((index) => index.unique && isAll(index.columns))
  if (isUnique || (columns.length === 1 && columns.every(({ unique }) => unique))) return
  throw new AppError('RELATION_PARENT_NOT_UNIQUE', {
    table: parent.title,
    column: columns.map(({ title }) => title).join(', '),
  })
}

/**
 * Checks that two columns can hold the same values. Databases check the rest.
 *
 * @throws AppError RELATION_COLUMNS_DIFFER
 */
export function checkComparable(child: Table, childColumn: Column, parent: Table, parentColumn: Column): void {
  const [one, other] = [kindOf(childColumn.nativeType), kindOf(parentColumn.nativeType)]
  if (one === undefined || other === undefined || one === other) return
  throw new AppError('RELATION_COLUMNS_DIFFER', {
    child: `${child.title}.${childColumn.title}`,
    parent: `${parent.title}.${parentColumn.title}`,
  })
}

/** Returns the kind of values of a declared type; undefined if unknown. */
function kindOf(nativeType: string): 'number' | 'text' | 'time' | 'bytes' | undefined {
  const type = nativeType.toLowerCase()
  if (/char|text|clob|enum|uuid|uniqueidentifier/.test(type)) return 'text'
  if (/(?<!decimal )blob|bytea|binary|image/.test(type)) return 'bytes'
  if (/date|time/.test(type)) return 'time'
  return /int|serial|num|dec|real|double|float|money/.test(type) ? 'number' : undefined
}

/**
 * Rejects SET NULL on a required column.
 *
 * @throws AppError RELATION_ACTION_INVALID
 */
export function checkAction(
  actions: { readonly onDelete: ReferenceAction; readonly onUpdate: ReferenceAction },
  column: Pick<Column | ColumnDefinition, 'required' | 'title' | 'primaryKey'>,
): void {
  const empties = [actions.onDelete, actions.onUpdate].includes('SET NULL')
  if (empties && (column.required || column.primaryKey))
    throw new AppError('RELATION_ACTION_INVALID', { column: column.title })
}
