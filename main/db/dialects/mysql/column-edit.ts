import { hasOwnNativeType, isFlagType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition } from '@common/model'
import type { Database } from '@main/db/database'
import type { LostValues } from '@main/db/dialect'
import { declaredType, storedComment, type ColumnEdits } from './column-sql'
import { blankSql, convertedSql } from './convert'
import { defaultSql, literalValue, quote, sameDefault, textLiteral } from './literals'
import { sameName, type StoredColumn, type TableState } from './table-state'
import { uiTypeOf } from './types'

/** A change of one column in place. */
export interface ColumnEdit extends ColumnEdits {
  readonly column: StoredColumn
  readonly to: ColumnDefinition
  readonly dropIndexes: readonly string[]
  readonly makeUnique: boolean
  /** SQL of the new values, if the server's conversion would give others. */
  readonly convert?: string
  /** Condition for rows that would lose a value. */
  readonly lost: string
}

type Change = Extract<ColumnChange, { kind: 'change' }>

/** @throws AppError COLUMN_KEY_FIXED, COLUMN_IN_USE, COLUMN_VALUES_NOT_CONVERTIBLE, COLUMN_NEEDS_DEFAULT */
export async function editOf(
  database: Database,
  table: TableState,
  column: StoredColumn,
  change: Change,
): Promise<ColumnEdit> {
  const to = change.column
  const native = table.native.columns.find(({ name }) => name === column.name)
  const isKey = (native?.keyPosition ?? 0) > 0
  if (isKey !== to.primaryKey || (isKey && change.from !== undefined) || column.generated)
    throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
  const type = change.from === undefined ? undefined : newType(column, to)
  if (type !== undefined) await refuseRelated(database, table, column)
  const notNull = isKey ? column.notNull : to.required
  const defaultText = isKey || sameDefault(column.defaultValue, to) ? undefined : defaultSql(to)
  const unique = table.indexes.filter(
    ({ unique: isUnique, parts }) => isUnique && parts.length === 1 && sameName(parts[0]?.column ?? '', column.name),
  )
  return {
    column,
    to,
    ...(type === undefined ? {} : { type }),
    notNull,
    ...(defaultText === undefined ? {} : { defaultText }),
    ...(to.options.description === undefined || storedComment(to) === column.comment
      ? {}
      : { comment: storedComment(to) }),
    dropIndexes: to.unique || isKey ? [] : unique.map(({ name }) => name),
    makeUnique: to.unique && !isKey && unique.length === 0,
    ...(await conversionOf(database, table, column, change, { notNull, type })),
  }
}

/** Returns the new declared type; undefined if the current one holds the same values. */
function newType(column: StoredColumn, to: ColumnDefinition): string | undefined {
  if (hasOwnNativeType(to)) return undefined
  const present = column.json ? 'json' : column.type
  const guess = uiTypeOf({ ...column, nativeType: present, keyPosition: 0, autoIncrement: false })
  const [had, wanted] = [columnType(guess).storage, columnType(to.uiType).storage]
  const isText = /^(var)?char|text$/i.test(present)
  // Unlimited text holds any text; an enumeration holds only its options.
  if (isText && ['text', 'longText'].includes(wanted) && (had === 'longText' || wanted === 'text')) return undefined
  return had === wanted && !/^(enum|set)\b/i.test(present) ? undefined : declaredType(to)
}

/** Both ends of a relation store the same values, so one can't change alone. */
async function refuseRelated(database: Database, table: TableState, column: StoredColumn): Promise<void> {
  const own = table.keys.find((key) => key.columns.some((name) => sameName(name, column.name)))
  if (own !== undefined) throw new AppError('COLUMN_IN_USE', { column: column.name, by: own.referencedTable })
  const by = await referringTable(database, table, column.name)
  if (by !== undefined) throw new AppError('COLUMN_IN_USE', { column: column.name, by })
  const dependent = table.columns.find(({ expression }) => expression.includes(quote(column.name)))
  if (dependent !== undefined) throw new AppError('COLUMN_IN_USE', { column: column.name, by: dependent.name })
}

/** Returns a table that references a column, if any. */
export async function referringTable(
  database: Database,
  table: TableState,
  column: string,
): Promise<string | undefined> {
  const references = await database.dialect.introspect.listReferences(database)
  return references.find(
    ({ foreignKey }) =>
      table.nameKey(foreignKey.referencedTable) === table.nameKey(table.native.name) &&
      foreignKey.referencedColumns.some((name) => sameName(name, column)),
  )?.table
}

/** Counts the values that a change would lose. Blank texts don't count; values that don't fit become NULL. */
export function lossOf(column: StoredColumn, change: Change): LostValues {
  const value = quote(column.name)
  const nativeType = column.json ? 'json' : column.type
  const filled = `(NOT ${blankSql(value, nativeType)})`
  if (change.from === undefined) return { filled, lost: 'FALSE' }
  const fitted = convertedSql(value, nativeType, change.column, isFlagType(change.from))
  return { filled, lost: `(${filled} AND ${fitted} IS NULL)` }
}

async function conversionOf(
  database: Database,
  table: TableState,
  column: StoredColumn,
  change: Change,
  { notNull, type }: { readonly notNull: boolean; readonly type: string | undefined },
): Promise<Pick<ColumnEdit, 'convert' | 'lost'>> {
  const to = change.column
  const value = quote(column.name)
  const nativeType = column.json ? 'json' : column.type
  if (change.from === undefined && notNull === column.notNull) return { lost: 'FALSE' }
  const fitted = change.from === undefined ? value : convertedSql(value, nativeType, to, isFlagType(change.from))
  const fallback = notNull ? literalValue(defaultSql(to)) : null
  const filled =
    fallback === null || fallback === undefined
      ? fitted
      : `COALESCE(${fitted}, ${defaultSql(to) ?? textLiteral(fallback)})`
  const { lost: losing } = lossOf(column, change)
  const missing = notNull ? `${filled} IS NULL` : 'FALSE'
  // Compares texts by byte: 3.0 and '3' differ, and so do a and A.
  const changed = `NOT (BINARY CAST(${filled} AS CHAR) <=> BINARY CAST(${value} AS CHAR))`
  const [counts] = await database.read(
    {
      sql: `SELECT count(*), sum(${losing}), sum(${missing}), sum(${changed}) FROM ${quote(table.native.name)}`,
      params: [],
    },
    { lane: 'long' },
  )
  const [rows = 0, lostCount = 0, missingCount = 0, changedCount = 0] = (counts ?? []).map(Number)
  if (lostCount > 0 && change.emptyLost !== true)
    throw new AppError('COLUMN_VALUES_NOT_CONVERTIBLE', { column: column.name, count: lostCount })
  if (missingCount > 0) throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count: missingCount })
  const retyped = type !== undefined && rows > 0
  return {
    ...(retyped || changedCount > 0 ? { convert: filled } : {}),
    lost: [
      ...(change.emptyLost === true ? [] : [losing]),
      missing,
      ...(retyped || changedCount > 0 ? [] : [changed]),
    ].join(' OR '),
  }
}
