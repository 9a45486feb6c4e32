import { columnType } from '@common/columns/registry'
import type { StorageClass } from '@common/columns/column-type'
import type { ColumnDefinition } from '@common/model'
import { exactDecimalStrictType, exactDecimalType } from './exact-decimal'
import { defaultSql, quote } from './literals'
import { affinityOf, nativeType } from './types'

/** One column of CREATE TABLE or ADD COLUMN. */
export function columnSql(column: ColumnDefinition, isOnlyKey: boolean, strict = false): string {
  const type = declaredType(column, strict)
  // AUTOINCREMENT: the number of a deleted row is never given to another one.
  if (isOnlyKey && column.uiType === 'ID') return `${quote(column.name)} ${type} NOT NULL PRIMARY KEY AUTOINCREMENT`
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
