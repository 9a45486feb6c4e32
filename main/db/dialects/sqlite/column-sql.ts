import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import { columnType } from '@common/columns/registry'
import type { StorageClass } from '@common/columns/column-type'
import type { ColumnDefinition } from '@common/model'
import { exactDecimalStrictType, exactDecimalType } from './exact-decimal'
import { defaultSql, quote } from './literals'
import { affinityOf } from './affinity'
import { nativeType } from './types'

/** What of its table a column depends on. */
export interface ColumnPlace {
  readonly strict?: boolean
  /** Name of the key that SQLite counts. */
  readonly countedKey?: string | undefined
}

/**
 * One column of CREATE TABLE or ADD COLUMN.
 *
 * @throws AppError COLUMN_TYPE_INVALID for a number that nothing counts
 */
export function columnSql(column: ColumnDefinition, isOnlyKey: boolean, table: ColumnPlace = {}): string {
  const type = declaredType(column, table.strict === true)
  if (hasRole(column, 'counter') && !isOnlyKey) {
    // SQLite counts keys only: the number of a row is that of its key.
    if (table.countedKey === undefined)
      throw new AppError('COLUMN_TYPE_INVALID', { column: column.name, type: column.uiType })
    return `${quote(column.name)} ${type} GENERATED ALWAYS AS (${quote(table.countedKey)}) VIRTUAL`
  }
  // AUTOINCREMENT: the number of a deleted row is never given to another one.
  if (isOnlyKey && hasRole(column, 'key')) return `${quote(column.name)} ${type} NOT NULL PRIMARY KEY AUTOINCREMENT`
  const text = defaultSql(column)
  return [
    quote(column.name),
    type,
    // SQLite lets NULL into every key but whole numbers.
    column.required || column.primaryKey ? 'NOT NULL' : '',
    isOnlyKey ? 'PRIMARY KEY' : '',
    text === null ? '' : `DEFAULT ${text}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The declared type of a definition; STRICT tables know six words only (https://sqlite.org/stricttables.html). */
export function declaredType(column: ColumnDefinition, strict: boolean): string {
  const { storage } = columnType(column.uiType)
  const type = nativeType(storage, column)
  if (!strict) return type
  if (type === exactDecimalType) return exactDecimalStrictType
  const affinity = affinityOf(type)
  if (affinity !== 'NUMERIC') return affinity
  return strictTypes[storage] ?? 'TEXT'
}

const strictTypes: Partial<Record<StorageClass, string>> = { boolean: 'INTEGER', year: 'INTEGER' }
