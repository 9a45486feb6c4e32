import type { StorageClass } from '@common/columns/column-type'
import { hasOwnNativeType, hasRole, isFlagType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { ColumnDefinition } from '@common/model'
import type { Database } from '@main/db/database'
import type { ColumnRefit, LostValues, NativeColumn } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import { commentSql, dropDefaultSql, renameSql, step } from './column-sql'
import { convertedSql, readableText, type ConvertedFrom } from './convert'
import { defaultAfter, sameDefault } from './defaults'
import { isAboutMissing } from './introspect'
import { quote } from './literals'
import { dropIndexSql, indexSql, type IndexFacts, type TableFacts } from './table-facts'
import { nativeType, uiTypeOf } from './types'

/** Steps of a column change in order: guards can fail the transaction, steps make the change, down reverts it. */
export interface ColumnEdit {
  readonly guards: readonly Step[]
  readonly steps: readonly Step[]
  readonly down: readonly Step[]
  readonly makeUnique: boolean
  /** Dropped indexes. */
  readonly dropped: readonly string[]
}

/** @throws AppError COLUMN_KEY_FIXED, COLUMN_IN_USE, COLUMN_VALUES_NOT_CONVERTIBLE, COLUMN_NEEDS_DEFAULT, COLUMN_DEFAULT_INVALID */
export async function editOf(
  database: Database,
  facts: TableFacts,
  column: NativeColumn,
  change: ColumnRefit,
): Promise<ColumnEdit> {
  const to = change.column
  const { name } = column
  const isKey = column.keyPosition > 0
  if (isKey !== to.primaryKey || (isKey && change.from !== undefined) || column.generated)
    throw new AppError('COLUMN_KEY_FIXED', { column: name })
  // The server can neither add IDENTITY to a column nor remove it.
  if (column.autoIncrement && !isKey && !hasRole(to, 'counter')) throw new AppError('SCHEMA_CHANGE_UNSUPPORTED', {})
  const type = change.from === undefined ? undefined : newType(column, to)
  const notNull = isKey || column.autoIncrement ? column.notNull : to.required
  const redefined = type !== undefined || notNull !== column.notNull
  if (type !== undefined) refuseUsed(facts, column)
  const fixed = isKey || column.autoIncrement
  const defaultText = fixed ? null : defaultAfter(column.defaultValue, to)
  const newDefault = fixed || (type === undefined && sameDefault(column.defaultValue, to)) ? undefined : defaultText
  const unique = facts.indexes.filter((index) => isUniqueAlone(index, name))
  const dropped = to.unique || isKey ? [] : unique
  const conversion = await conversionOf(database, facts, column, change, { type, notNull, defaultText })
  // An index on the column blocks a type change, so it is recreated afterwards.
  const inTheWay = redefined
    ? facts.indexes.filter((index) => !dropped.includes(index) && index.columns.some((one) => one.name === name))
    : []
  const special = inTheWay.find((index) => index.isSpecial)
  if (special !== undefined) throw new AppError('COLUMN_IN_USE', { column: name, by: special.name })
  const table = quote(facts.native.name)
  const constraint = facts.defaults.find((one) => one.column === name)
  const dropDefault =
    constraint === undefined ? [] : [step(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(constraint.name)}`)]
  // Otherwise the column would get the collation of the database.
  const collation = facts.collations.find((one) => one.column === name)?.text
  const alter = (typeText: string, required: boolean): Step =>
    step(
      `ALTER TABLE ${table} ALTER COLUMN ${quote(name)} ${typeText}${
        collation !== undefined && /^n?(var)?char|^n?text/.test(typeText) ? ` COLLATE ${collation}` : ''
      } ${required ? 'NOT NULL' : 'NULL'}`,
    )
  const addDefault = (text: string | null): Step[] =>
    text === null ? [] : [step(`ALTER TABLE ${table} ADD DEFAULT ${text} FOR ${quote(name)}`)]
  const touchesDefault = newDefault !== undefined || type !== undefined
  return {
    guards: conversion.guards,
    steps: [
      ...dropped.map((index) => step(dropIndexSql(facts.native.name, index))),
      ...inTheWay.map((index) => step(dropIndexSql(facts.native.name, index))),
      ...(touchesDefault ? dropDefault : []),
      ...conversion.steps,
      ...(redefined ? [alter(type ?? column.nativeType, notNull)] : []),
      ...(touchesDefault ? addDefault(newDefault ?? null) : []),
      ...inTheWay.map((index) => step(indexSql(facts.native.name, index))),
    ],
    down: [
      ...inTheWay.map((index) => step(dropIndexSql(facts.native.name, index))),
      ...(touchesDefault ? [step(dropDefaultSql(facts.native.name, name))] : []),
      ...(redefined ? [alter(column.nativeType, column.notNull)] : []),
      ...(touchesDefault && constraint !== undefined
        ? [
            step(
              `ALTER TABLE ${table} ADD CONSTRAINT ${quote(constraint.name)} DEFAULT ${constraint.text} FOR ${quote(name)}`,
            ),
          ]
        : []),
      ...[...inTheWay, ...dropped].map((index) => step(indexSql(facts.native.name, index))),
    ],
    makeUnique: to.unique && !isKey && unique.length === 0,
    dropped: dropped.map((index) => index.name),
  }
}

/** True for the index that keeps the values of this column unique. */
export const isUniqueAlone = ({ unique, filter, columns, isKey }: IndexFacts, name: string): boolean => {
  const keys = columns.filter(({ included }) => !included).map((column) => column.name)
  return unique && !isKey && keys.length === 1 && keys[0] === name && (filter === null || isAboutMissing(filter, keys))
}

/** Returns the new type; undefined if the current one holds the same values. */
function newType(column: NativeColumn, to: ColumnDefinition): string | undefined {
  if (hasOwnNativeType(to)) return undefined
  const { storage } = columnType(to.uiType)
  const wanted = nativeType(storage, to)
  return wanted === column.nativeType || holdsAll(column, storage) ? undefined : wanted
}

function holdsAll(column: NativeColumn, storage: StorageClass): boolean {
  const isText = storage === 'text' || storage === 'longText' || storage === 'json'
  // Single-line texts fit an index; longer ones don't.
  if (isText)
    return column.nativeType === 'nvarchar(max)' || (storage === 'text' && column.nativeType.startsWith('nvarchar'))
  const guess = uiTypeOf({ ...column, autoIncrement: false })
  if (hasRole({ uiType: guess }, 'native')) return false
  const present = columnType(guess).storage
  return present === storage || (present === 'integer' && storage === 'year' && column.nativeType !== 'tinyint')
}

/** Both ends of a relation store the same values, and dependent objects require the type. */
function refuseUsed(facts: TableFacts, { name }: NativeColumn): void {
  const about = (parts: TableFacts['checks']) => parts.find(({ column }) => column === name)
  const by =
    about(facts.foreignKeys)?.text ??
    about(facts.referring)?.name ??
    about(facts.computed)?.name ??
    about(facts.checks)?.name ??
    facts.views.find(({ text }) => mentions(text, name))?.name
  if (by !== undefined) throw new AppError('COLUMN_IN_USE', { column: name, by })
}

/** True if the text of a view may use a column: it contains its name or `*`. */
export function mentions(text: string, name: string): boolean {
  return text.includes('*') || text.toLowerCase().includes(name.toLowerCase())
}

const fits = ({ from, column }: ColumnRefit): boolean => from !== undefined && !hasOwnNativeType(column)

const convertedFrom = (column: NativeColumn, change: ColumnRefit): ConvertedFrom => ({
  nativeType: column.nativeType,
  fromCheckbox: isFlagType(change.from),
})

/** Counts the values that a change would lose. Blank texts don't count. */
export function lossOf(column: NativeColumn, change: ColumnRefit): LostValues {
  const value = quote(column.name)
  const from = convertedFrom(column, change)
  const filled = `(${value} IS NOT NULL AND COALESCE(LTRIM(RTRIM(${readableText(value, from)})), N'?') <> N'')`
  return {
    filled,
    lost: fits(change) ? `(${filled} AND (${convertedSql(value, from, change.column)}) IS NULL)` : '(1 = 0)',
  }
}

async function conversionOf(
  database: Database,
  facts: TableFacts,
  column: NativeColumn,
  change: ColumnRefit,
  after: { readonly type: string | undefined; readonly notNull: boolean; readonly defaultText: string | null },
): Promise<{ guards: Step[]; steps: Step[] }> {
  const isFitted = fits(change)
  if (!isFitted && after.notNull === column.notNull) return { guards: [], steps: [] }
  const value = quote(column.name)
  const from = convertedFrom(column, change)
  const fitted = isFitted ? convertedSql(value, from, change.column) : value
  const filled =
    after.notNull && after.defaultText !== null
      ? `COALESCE(${fitted}, ${isFitted ? defaultAsText(after.defaultText, change.column) : after.defaultText})`
      : fitted
  const { lost } = lossOf(column, change)
  const missing = after.notNull ? `((${filled}) IS NULL)` : '(1 = 0)'
  const table = quote(facts.native.name)
  const [row] = await database.read(
    {
      // An aggregate can't contain a subquery, but the conditions can.
      sql: `SELECT COUNT_BIG(x.is_lost), COUNT_BIG(x.is_missing) FROM (SELECT CASE WHEN ${lost} THEN 1 END AS is_lost, CASE WHEN ${missing} THEN 1 END AS is_missing FROM ${table}) AS x`,
      params: [],
    },
    { lane: 'long' },
  )
  const [lostCount = 0, missingCount = 0] = (row ?? []).map(Number)
  if (lostCount > 0 && change.emptyLost !== true)
    throw new AppError('COLUMN_VALUES_NOT_CONVERTIBLE', { column: column.name, count: lostCount })
  if (missingCount > 0) throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count: missingCount })
  const wrong = [...(change.emptyLost === true ? [] : [lost]), missing].filter((condition) => condition !== '(1 = 0)')
  const guard: Step = {
    sql: `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${wrong.join(' OR ')})`,
    params: [],
    returns: true,
    expectRows: 1,
  }
  return {
    guards: wrong.length === 0 ? [] : [guard],
    steps:
      after.type === undefined
        ? [step(`UPDATE ${table} SET ${value} = ${filled}`)]
        : throughText(facts.native.name, column, filled),
  }
}

/** Returns a default as text, like the converted values beside it: otherwise it would coerce them to its own type. */
function defaultAsText(text: string, { uiType }: ColumnDefinition): string {
  const { storage } = columnType(uiType)
  if (storage === 'date') return `CONVERT(nvarchar(10), CAST(${text} AS date), 23)`
  if (storage === 'dateTime') return `CONVERT(nvarchar(30), CAST(${text} AS datetime2(7)), 121)`
  if (storage === 'time') return `CONVERT(nvarchar(20), CAST(${text} AS time(7)))`
  return `CONVERT(nvarchar(max), ${text})`
}

/**
 * ALTER COLUMN converts by its own rules, which lose digits. So the new values are stored as text in an additional
 * column, the column is emptied and becomes text, and the server parses the values as the new type.
 */
function throughText(tableName: string, { name, nativeType, comment }: NativeColumn, filled: string): Step[] {
  const table = quote(tableName)
  const waitingName = `~${name}`.slice(0, 128)
  const waiting = quote(waitingName)
  const fill = [
    step(`ALTER TABLE ${table} ADD ${waiting} nvarchar(max) NULL`),
    step(`UPDATE ${table} SET ${waiting} = ${filled}`),
  ]
  // The server can't convert these types to text, not even in an empty column: replaces the column.
  if (/^(xml|image|sql_variant|timestamp|geometry|geography|hierarchyid|(small)?money)$/.test(nativeType))
    return [
      ...fill,
      step(`ALTER TABLE ${table} DROP COLUMN ${quote(name)}`),
      step(renameSql([tableName, waitingName], name, 'COLUMN')),
      ...(comment === undefined ? [] : [step(commentSql(tableName, name, undefined, comment))]),
    ]
  return [
    ...fill,
    step(`ALTER TABLE ${table} ALTER COLUMN ${quote(name)} nvarchar(max) NULL`),
    step(`UPDATE ${table} SET ${quote(name)} = ${waiting}`),
    step(`ALTER TABLE ${table} DROP COLUMN ${waiting}`),
  ]
}
