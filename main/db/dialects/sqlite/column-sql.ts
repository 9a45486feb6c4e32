import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import { columnType } from '@common/columns/registry'
import type { StorageClass } from '@common/columns/column-type'
import type { ColumnDefinition } from '@common/model'
import { exactDecimalStrictType, exactDecimalType } from './exact-decimal'
import { defaultSql, quote } from './literals'
import { affinityOf } from './affinity'
import { nativeType } from './types'

/** Facts about a column's table. */
export interface ColumnPlace {
  readonly strict?: boolean
  /** Name of the generated key. */
  readonly countedKey?: string | undefined
}

/**
 * Returns the SQL of a column for CREATE TABLE or ADD COLUMN.
 *
 * @throws AppError COLUMN_TYPE_INVALID for an auto number without a generated key
 */
export function columnSql(column: ColumnDefinition, isOnlyKey: boolean, table: ColumnPlace = {}): string {
  const type = declaredType(column, table.strict === true)
  if (hasRole(column, 'counter') && !isOnlyKey) {
    // SQLite generates keys only; the auto number of a row is its key.
    if (table.countedKey === undefined)
      throw new AppError('COLUMN_TYPE_INVALID', { column: column.name, type: column.uiType })
    return `${quote(column.name)} ${type} GENERATED ALWAYS AS (${quote(table.countedKey)}) VIRTUAL`
  }
  // AUTOINCREMENT never reuses the key of a deleted row.
  if (isOnlyKey && hasRole(column, 'key')) return `${quote(column.name)} ${type} NOT NULL PRIMARY KEY AUTOINCREMENT`
  const text = defaultSql(column)
  return [
    quote(column.name),
    type,
    // SQLite allows NULL in every key except integers.
    column.required || column.primaryKey ? 'NOT NULL' : '',
    isOnlyKey ? 'PRIMARY KEY' : '',
    text === null ? '' : `DEFAULT ${text}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Returns the declared type of a definition. STRICT tables allow only six types (https://sqlite.org/stricttables.html).
 */
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
