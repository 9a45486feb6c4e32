import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { mssql as capabilities } from '@common/dialects'
import { AppError } from '@common/errors'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import { referenceActions } from '@common/model/relations'
import type { Step } from '@main/db/statement'
import { defaultSql } from './defaults'
import { quote, textLiteral } from './literals'
import { nativeType } from './types'

export const step = (sql: string): Step => ({ sql, params: [] })

/** Returns the SQL of a column for CREATE TABLE or ADD. */
export function columnSql(column: ColumnDefinition, isOnlyKey: boolean): string {
  const { storage } = columnType(column.uiType)
  // A table has one IDENTITY column at most, and Basalt uses it for a single-column key.
  if (hasRole(column, 'counter') && column.nativeType === undefined && !isOnlyKey)
    throw new AppError('COLUMN_TYPE_INVALID', { column: column.name, type: column.uiType })
  const isCounted = storage === 'autoIncrement' && column.nativeType === undefined
  const text = defaultSql(column)
  return [
    columnName(column.name),
    nativeType(storage, { ...column, primaryKey: isOnlyKey || column.primaryKey }),
    isCounted ? 'IDENTITY(1,1)' : '',
    column.required || column.primaryKey || isOnlyKey || isCounted ? 'NOT NULL' : 'NULL',
    isOnlyKey ? 'PRIMARY KEY' : '',
    text === null || isCounted ? '' : `DEFAULT ${text}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Stores a column's description where other programs look for it. */
export function commentSql(
  table: string,
  column: string,
  before: string | undefined,
  after: string | undefined,
): string {
  const action = after === undefined ? 'drop' : before === undefined ? 'add' : 'update'
  const value = after === undefined ? '' : `, @value = ${textLiteral(after)}`
  const place = `@level0type = N'SCHEMA', @level0name = @schema, @level1type = N'TABLE', @level1name = ${textLiteral(table)}, @level2type = N'COLUMN', @level2name = ${textLiteral(column)}`
  return `DECLARE @schema sysname = SCHEMA_NAME(); EXEC sp_${action}extendedproperty @name = N'MS_Description'${value}, ${place}`
}

const limit = capabilities.maxIdentifier

/** @throws AppError COLUMN_NAME_INVALID */
export function columnName(name: string): string {
  if (name.length > limit) throw new AppError('COLUMN_NAME_INVALID', { column: name.slice(0, limit), limit })
  return quote(name)
}

/** @throws AppError TABLE_NAME_INVALID, also for names with a leading `#`, which are temporary tables */
export function tableName(name: string): string {
  if (name.length > limit || name.startsWith('#'))
    throw new AppError('TABLE_NAME_INVALID', { table: name.slice(0, limit), limit })
  return quote(name)
}

/** Returns a name within the limit, with a distinguishing suffix. */
export function objectName(base: string, ending: string): string {
  return `${base.slice(0, limit - ending.length - 1)}_${ending}`
}

/** Rows without a value don't violate uniqueness, so the index excludes them. */
export function uniqueIndexSql(table: string, column: string): string {
  return `CREATE UNIQUE INDEX ${quote(uniqueIndexName(table, column))} ON ${quote(table)} (${quote(column)}) WHERE ${quote(column)} IS NOT NULL`
}

/** Returns a foreign key as a table constraint. The server has no RESTRICT; omitting the action has the same effect. */
export function foreignKeySql(key: ForeignKey): string {
  const names = (columns: readonly string[]): string => columns.map(quote).join(', ')
  const action = (given: string): string => {
    const known = referenceActions.find((one) => one === given.toUpperCase()) ?? 'NO ACTION'
    return known === 'RESTRICT' ? 'NO ACTION' : known
  }
  return `FOREIGN KEY (${names(key.columns)}) REFERENCES ${quote(key.referencedTable)} (${names(key.referencedColumns)}) ON UPDATE ${action(key.onUpdate)} ON DELETE ${action(key.onDelete)}`
}

/** Drops the default of a column. Looks up the constraint, since the server generates its name. */
export const dropDefaultSql = (table: string, column: string): string =>
  `DECLARE @drop nvarchar(max) = (SELECT ${textLiteral(`ALTER TABLE ${quote(table)} DROP CONSTRAINT `)} + QUOTENAME(d.name) FROM sys.default_constraints AS d JOIN sys.columns AS c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id WHERE d.parent_object_id = OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + ${textLiteral(`.${quote(table)}`)}) AND c.name = ${textLiteral(column)}); IF @drop IS NOT NULL EXEC (@drop)`

/** Name of the index that makes a column unique. */
export const uniqueIndexName = (table: string, column: string): string => objectName(`${table}_${column}`, 'key')

/** Names in the argument of a procedure are quoted twice: as identifier and as text. */
export const renameSql = (path: readonly string[], newName: string, kind: 'OBJECT' | 'COLUMN'): string =>
  `EXEC sp_rename ${textLiteral(path.map(quote).join('.'))}, ${textLiteral(newName)}, N'${kind}'`
