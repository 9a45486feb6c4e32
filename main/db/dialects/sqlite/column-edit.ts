import { hasOwnNativeType, isFlagType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition } from '@common/model'
import type { Database } from '@main/db/database'
import type { LostValues, NativeColumn, NativeTable } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import { declaredType } from './column-sql'
import { convertedSql } from './convert'
import { defaultSql, literalValue, quote, sameDefault, textLiteral } from './literals'
import type { TableObjects } from './schema-objects'
import { sameName } from './sql-tokens'
import { columnTextOf, type Clause, type TableText } from './table-text'
import { affinityOf } from './affinity'
import { uiTypeOf } from './types'

/** A change of one column in place. */
export interface ColumnEdit {
  readonly name: string
  readonly rebuild: boolean
  /** Undefined keeps the declared type. */
  readonly type?: string
  readonly notNull: boolean
  /** SQL text; null for none, undefined keeps the current default. */
  readonly defaultText?: string | null
  readonly dropUnique: boolean
  readonly dropIndexes: readonly string[]
  readonly makeUnique: boolean
  readonly convert?: (value: string) => string
  /** Steps that fail the transaction if invalid rows were added after the check. */
  readonly guards: readonly Step[]
}

type Change = Extract<ColumnChange, { kind: 'change' }>

/** @throws AppError COLUMN_KEY_FIXED, COLUMN_IN_USE, COLUMN_VALUES_NOT_CONVERTIBLE, COLUMN_NEEDS_DEFAULT */
export async function editOf(
  database: Database,
  table: TableObjects,
  native: NativeTable,
  text: TableText,
  column: NativeColumn,
  change: Change,
): Promise<ColumnEdit> {
  const to = change.column
  const isKey = column.keyPosition > 0
  if (isKey !== to.primaryKey || (isKey && change.from !== undefined) || column.generated)
    throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
  const type = change.from === undefined ? undefined : newType(column, to, text.strict)
  if (type !== undefined) await refuseRelated(database, table, native, column)
  const notNull = isKey ? column.notNull : to.required
  const defaultText = isKey || sameDefault(column.defaultValue, to) ? undefined : defaultSql(to)
  const unique = uniqueness(native, table, column)
  const conversion = await conversionOf(database, table, column, change, { notNull, retyped: type !== undefined })
  const dropUnique = !isKey && unique.byConstraint && !to.unique
  return {
    name: column.name,
    rebuild:
      type !== undefined ||
      notNull !== column.notNull ||
      defaultText !== undefined ||
      dropUnique ||
      conversion.convert !== undefined,
    ...(type === undefined ? {} : { type }),
    notNull,
    ...(defaultText === undefined ? {} : { defaultText }),
    dropUnique,
    dropIndexes: to.unique || isKey ? [] : unique.indexes,
    makeUnique: to.unique && !isKey && !unique.byConstraint && unique.indexes.length === 0,
    ...conversion,
  }
}

/** Returns the new declared type; undefined if the current one is equivalent. */
function newType(column: NativeColumn, to: ColumnDefinition, strict: boolean): string | undefined {
  const wanted = declaredType(to, strict)
  if (hasOwnNativeType(to)) return undefined
  const guessed = columnType(uiTypeOf({ ...column, autoIncrement: false })).storage
  const sameStorage = guessed === columnType(to.uiType).storage && column.nativeType !== ''
  const bothText = affinityOf(column.nativeType) === 'TEXT' && affinityOf(wanted) === 'TEXT'
  return sameStorage || bothText || wanted === column.nativeType ? undefined : wanted
}

/** Both ends of a relation store the same values, so one can't change alone. */
async function refuseRelated(
  database: Database,
  table: TableObjects,
  native: NativeTable,
  column: NativeColumn,
): Promise<void> {
  const own = native.foreignKeys.find((key) => key.columns.some((name) => sameName(name, column.name)))
  if (own !== undefined) throw new AppError('COLUMN_IN_USE', { column: column.name, by: own.referencedTable })
  const references = await database.dialect.introspect.listReferences(database)
  const other = references.find(
    ({ foreignKey }) =>
      sameName(foreignKey.referencedTable, table.name) &&
      foreignKey.referencedColumns.some((name) => sameName(name, column.name)),
  )
  if (other !== undefined) throw new AppError('COLUMN_IN_USE', { column: column.name, by: other.table })
}

function uniqueness(
  native: NativeTable,
  table: TableObjects,
  column: NativeColumn,
): { byConstraint: boolean; indexes: string[] } {
  const alone = native.indexes.filter(
    (index) => index.unique && index.columns.length === 1 && index.columns.every((name) => sameName(name, column.name)),
  )
  const made = alone.filter((index) => table.indexes.some((object) => object.name === index.name))
  return { byConstraint: made.length < alone.length, indexes: made.map((index) => index.name) }
}

/** Counts the values that a change would lose. Blank texts don't count; values that don't fit become NULL. */
export function lossOf(column: NativeColumn, change: Change): LostValues {
  const value = quote(column.name)
  const filled = `(NOT (${value} IS NULL OR (typeof(${value}) = 'text' AND trim(${value}) = '')))`
  if (change.from === undefined) return { filled, lost: '0' }
  return { filled, lost: `(${filled} AND ${convertedSql(value, change.column, isFlagType(change.from))} IS NULL)` }
}

async function conversionOf(
  database: Database,
  table: TableObjects,
  column: NativeColumn,
  change: Change,
  { notNull, retyped }: { readonly notNull: boolean; readonly retyped: boolean },
): Promise<Pick<ColumnEdit, 'convert' | 'guards'>> {
  const to = change.column
  const value = quote(column.name)
  const fitted = (sql: string): string =>
    change.from === undefined ? sql : convertedSql(sql, to, isFlagType(change.from))
  const fallback = notNull ? literalValue(defaultSql(to)) : null
  const filled = (sql: string): string =>
    fallback === null || fallback === undefined
      ? fitted(sql)
      : `coalesce(${fitted(sql)}, ${defaultSql(to) ?? textLiteral(fallback)})`
  if (change.from === undefined && notNull === column.notNull) return { guards: [] }

  const { lost } = lossOf(column, change)
  const missing = notNull ? `(${filled(value)} IS NULL)` : '0'
  // The plus keeps the comparison from converting one side: 3.0 and '3' are different.
  const changed = `(${filled(value)} IS NOT +${value})`
  const from = `FROM ${quote(table.name)}`
  const [counts] = await database.read(
    { sql: `SELECT total(${lost}), total(${missing}), total(${changed}) ${from}`, params: [] },
    { lane: 'long' },
  )
  const [lostCount, missingCount, changedCount] = (counts ?? []).map(Number)
  if (change.emptyLost !== true && lostCount !== undefined && lostCount > 0)
    throw new AppError('COLUMN_VALUES_NOT_CONVERTIBLE', { column: column.name, count: lostCount })
  if (missingCount !== undefined && missingCount > 0)
    throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count: missingCount })
  const convert = retyped || changedCount !== 0
  const wrong = [...(change.emptyLost === true ? [] : [lost]), missing, ...(convert ? [] : [changed])]
  return {
    ...(convert ? { convert: filled } : {}),
    guards: [
      {
        sql: `SELECT 1 WHERE NOT EXISTS (SELECT 1 ${from} WHERE ${wrong.join(' OR ')})`,
        params: [],
        returns: true,
        expectRows: 1,
      },
    ],
  }
}

/** Edits a column in the table's text. Everything else stays as written. */
export function changedColumnText(text: TableText, edit: ColumnEdit): TableText {
  const column = columnTextOf(text, edit.name)
  const remaining = column.clauses.filter(
    ({ kind }) =>
      !(
        (kind === 'notNull' && !edit.notNull) ||
        (kind === 'null' && edit.notNull) ||
        (kind === 'default' && edit.defaultText !== undefined) ||
        (kind === 'unique' && edit.dropUnique)
      ),
  )
  const added: Clause[] = []
  if (edit.notNull && !remaining.some(({ kind }) => kind === 'notNull'))
    added.push({ kind: 'notNull', text: 'NOT NULL' })
  if (edit.defaultText !== undefined && edit.defaultText !== null)
    added.push({ kind: 'default', text: `DEFAULT ${edit.defaultText}` })
  const changed = { ...column, type: edit.type ?? column.type, clauses: [...added, ...remaining] }
  return {
    ...text,
    columns: text.columns.map((other) => (other === column ? changed : other)),
    constraints: text.constraints.filter(
      ({ kind, columns }) =>
        !(
          edit.dropUnique &&
          kind === 'unique' &&
          columns.length === 1 &&
          columns.every((name) => sameName(name, edit.name))
        ),
    ),
  }
}
