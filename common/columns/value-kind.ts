import type { Column } from '@common/model'
import type { StorageClass } from './column-type'
import { columnType } from './registry'

/** Kinds of values that are compared and bound in the same way. */
export type ValueKind = 'number' | 'boolean' | 'text' | 'untyped'

/**
 * True if a JavaScript number can't represent every fact of a stored value. In SQLite: whether 1 is an integer or
 * floating point (columns of affinity BLOB store either). In PostgreSQL: the trailing zeros of an unconstrained
 * decimal.
 */
export const isReadAsStored = ({ nativeType }: Pick<Column, 'nativeType'>): boolean =>
  /^$|^numeric$|blob|^any$/i.test(nativeType)

/** True if a column of SQLite stores 1, 1.0 and '1' as three different values. Other engines have no such columns. */
export const keepsNumberTypes = ({ nativeType }: Pick<Column, 'nativeType'>): boolean =>
  /^$|blob|^any$/i.test(nativeType)

/**
 * Returns the kind of values that the database compares. A column without a declared type, such as a view's expression
 * or a loose SQLite column, may mix numbers and texts.
 */
export function valueKind(column: Pick<Column, 'nativeType' | 'uiType'>): ValueKind {
  if (column.nativeType === '') return 'untyped'
  const kind = kinds[columnType(column.uiType).storage]
  return kind === 'number' && /char|text|clob|uuid|uniqueidentifier|date|time/i.test(column.nativeType) ? 'text' : kind
}

const kinds: Readonly<Record<StorageClass, ValueKind>> = {
  autoIncrement: 'number',
  integer: 'number',
  decimal: 'number',
  float: 'number',
  year: 'number',
  boolean: 'boolean',
  text: 'text',
  longText: 'text',
  date: 'text',
  time: 'text',
  dateTime: 'text',
  json: 'text',
  blob: 'text',
}
