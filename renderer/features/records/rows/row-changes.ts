import { hasRole } from '@common/columns/questions'
import type { Column, Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import type { RowChange } from '@renderer/stores'
import { rowIdOf, rowKey, type Row } from './row-key'
import { displayNameOf } from '../undo/row-steps'

/**
 * Returns a change that sets values of a record.
 *
 * @param row  the shown row, or its key alone. Its known values guard the write
 * @returns undefined for a record without a key
 */
export function updateOf(table: Table, row: Row, values: Row): RowChange | undefined {
  const [rowId, key] = [rowIdOf(table, row), rowKey(table, row)]
  if (rowId === undefined || key === undefined) return undefined
  const expected = Object.fromEntries(
    Object.keys(values).flatMap((title) => (Object.hasOwn(row, title) ? [[title, row[title]]] : [])),
  )
  return { kind: 'update', rowKey: key, rowId, values, expected, ...named(table, row) }
}

/** Returns the delete of a record, guarded by its shown values. */
export function deleteOf(table: Table, row: Row): RowChange | undefined {
  const [rowId, key] = [rowIdOf(table, row), rowKey(table, row)]
  if (rowId === undefined || key === undefined) return undefined
  const expected = Object.fromEntries(
    table.columns.flatMap((column) => {
      const { title } = column
      return Object.hasOwn(row, title) && !isOwn(column) ? [[title, row[title]]] : []
    }),
  )
  return { kind: 'delete', rowKey: key, rowId, expected, ...named(table, row) }
}

function named(table: Table, row: Row): { readonly record?: string } {
  const record = displayNameOf(table, row)
  return record === undefined ? {} : { record }
}

/** Columns that change automatically with others. */
const isOwn = (column: Column): boolean => column.generated || hasRole(column, 'changedAt')

export const isThere = (change: RowChange | undefined): change is RowChange => change !== undefined

/** Returns a change with the present titles of its columns, which may have been renamed since. @param columns  names, by title */
export function withTitlesNow(table: Table, columns: Readonly<Record<string, string>>, change: RowChange): RowChange {
  const now = (values: Row): Row => valuesNow(table, columns, values)
  if (change.kind === 'create') return { ...change, values: now(change.values) }
  const expected = now(change.expected)
  return change.kind === 'delete' ? { ...change, expected } : { ...change, expected, values: now(change.values) }
}

/** Returns values by the present titles of their columns. @param columns  names, by title */
export function valuesNow(table: Table, columns: Readonly<Record<string, string>>, values: Row): Row {
  const titles = new Map(table.columns.map(({ name, title }) => [name, title]))
  return Object.fromEntries(
    Object.entries(values).map(([title, value]) => [titles.get(ownValue(columns, title) ?? '') ?? title, value]),
  )
}
