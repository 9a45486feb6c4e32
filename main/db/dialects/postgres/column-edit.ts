import type { StorageClass } from '@common/columns/column-type'
import { hasOwnNativeType, hasRole, isChoice, isCountedType, isFlagType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition } from '@common/model'
import type { Database } from '@main/db/database'
import type { LostValues, NativeColumn, NativeTable } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import { comparison } from './comparison'
import { convertedSql, readableText, type ConvertedFrom } from './convert'
import { defaultAfter, sameDefault } from './defaults'
import { quote } from './literals'
import type { TableFacts } from './table-facts'
import { nativeType, uiTypeOf } from './types'

/** A change of one column in place. */
export interface ColumnEdit {
  readonly column: NativeColumn
  /** Undefined keeps the type. */
  readonly type?: string
  readonly notNull: boolean
  /** SQL text; null for none, undefined keeps the current default. */
  readonly defaultText?: string | null
  /** True if the column is no longer generated. */
  readonly stopsCounting: boolean
  readonly dropConstraints: readonly string[]
  readonly dropIndexes: readonly string[]
  readonly makeUnique: boolean
  /** SQL of the new values; undefined if they stay. */
  readonly convert?: string
  /** Steps that fail the transaction if invalid rows were added after the check. */
  readonly guards: readonly Step[]
}

type Change = Extract<ColumnChange, { kind: 'change' }>

/** @throws AppError COLUMN_KEY_FIXED, COLUMN_IN_USE, COLUMN_VALUES_NOT_CONVERTIBLE, COLUMN_NEEDS_DEFAULT */
export async function editOf(
  database: Database,
  facts: TableFacts,
  native: NativeTable,
  column: NativeColumn,
  change: Change,
): Promise<ColumnEdit> {
  const to = change.column
  const isKey = column.keyPosition > 0
  if (isKey !== to.primaryKey || (isKey && change.from !== undefined) || column.generated)
    throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
  const type = change.from === undefined ? undefined : newType(column, to)
  if (type !== undefined) refuseUsed(facts, native, column)
  const staysCounted = column.autoIncrement && isCountedType(to)
  const notNull = isKey || staysCounted ? column.notNull : to.required
  const keepsDefault = isKey || staysCounted || (type === undefined && sameDefault(column.defaultValue, to))
  const unique = uniqueness(facts, column.name)
  if (!isKey && !to.unique && unique.needed)
    throw new AppError('COLUMN_IN_USE', { column: column.name, by: unique.needed })
  const defaultText = staysCounted ? null : defaultAfter(column.defaultValue, to)
  const conversion = await conversionOf(database, facts, column, change, { notNull, type, defaultText })
  return {
    column,
    ...(type === undefined ? {} : { type }),
    notNull,
    ...(keepsDefault ? {} : { defaultText }),
    stopsCounting: column.autoIncrement && !isKey && !staysCounted,
    dropConstraints: to.unique || isKey ? [] : unique.constraints,
    dropIndexes: to.unique || isKey ? [] : unique.indexes,
    makeUnique: to.unique && !isKey && unique.constraints.length + unique.indexes.length === 0,
    ...conversion,
  }
}

/** Returns the new type; undefined if the current one holds the same values. */
function newType(column: NativeColumn, to: ColumnDefinition): string | undefined {
  if (hasOwnNativeType(to)) return undefined
  const { storage } = columnType(to.uiType)
  const wanted = nativeType(storage, to)
  return wanted === column.nativeType || holdsAll(column, storage, to) ? undefined : wanted
}

function holdsAll(column: NativeColumn, storage: StorageClass, to: ColumnDefinition): boolean {
  const { choices } = column
  // An enumeration accepts only its own options.
  if (choices !== undefined)
    return isChoice(to) && (to.options.options ?? []).every(({ title }) => choices.includes(title))
  if (storage === 'text' || storage === 'longText') return isTextType(column.nativeType)
  const guess = uiTypeOf({ ...column, autoIncrement: false })
  if (hasRole({ uiType: guess }, 'native')) return false
  const present = columnType(guess).storage
  return present === storage || (present === 'integer' && storage === 'year' && column.nativeType !== 'smallint')
}

/** Other types, such as UUID and network addresses, have a text form but reject other texts. */
const isTextType = (type: string): boolean => /^(text|character|citext)/.test(type)

/** Both ends of a relation store the same values. Views and triggers depend on the type. */
function refuseUsed(facts: TableFacts, native: NativeTable, { name }: NativeColumn): void {
  const own = native.foreignKeys.find((key) => key.columns.includes(name))
  const by =
    own?.referencedTable ??
    facts.constraints.find(({ type, columns }) => type === 'f' && columns.includes(name))?.referencedTable ??
    facts.referring.find(({ columns }) => columns.includes(name))?.table ??
    facts.users.find(({ column }) => column === name)?.name
  if (by !== undefined) throw new AppError('COLUMN_IN_USE', { column: name, by })
}

/** Returns the constraints and indexes that make a column unique. */
function uniqueness(
  facts: TableFacts,
  name: string,
): { constraints: string[]; indexes: string[]; needed: string | undefined } {
  const isAlone = (columns: readonly string[]): boolean => columns.length === 1 && columns[0] === name
  const constraints = facts.constraints.filter(({ type, columns }) => type === 'u' && isAlone(columns))
  const indexes = facts.indexes.filter(
    ({ unique, plain, columns, constraint }) => unique && plain && constraint === null && isAlone(columns),
  )
  const isNeeded = [...constraints, ...indexes].some((rule) =>
    facts.indexes.some((index) => index.needed && (index.name === rule.name || index.constraint === rule.name)),
  )
  return {
    constraints: constraints.map((constraint) => constraint.name),
    indexes: indexes.map((index) => index.name),
    needed: isNeeded ? facts.referring.find(({ columns }) => isAlone(columns))?.table : undefined,
  }
}

const fits = ({ from, column }: Change): boolean => from !== undefined && !hasOwnNativeType(column)

const convertedFrom = (column: NativeColumn, change: Change, checks: boolean): ConvertedFrom => ({
  nativeType: column.nativeType,
  fromCheckbox: isFlagType(change.from),
  checksInput: checks,
})

/** Blank texts don't count; values that don't fit become NULL. */
function lossBy(column: NativeColumn, change: Change, from: ConvertedFrom): LostValues {
  const value = quote(column.name)
  const filled = `(NOT (${value} IS NULL OR coalesce(btrim(${readableText(value, from)}) = '', false)))`
  const lost = fits(change) ? `(${filled} AND (${convertedSql(value, from, change.column)}) IS NULL)` : 'false'
  return { filled, lost }
}

/**
 * Counts the values that a change would lose.
 *
 * @throws AppError NOT_SUPPORTED if the server can't check JSON texts (before version 16)
 */
export async function lossOf(database: Database, column: NativeColumn, change: Change): Promise<LostValues> {
  const isJson = fits(change) && columnType(change.column.uiType).storage === 'json'
  const checks = isJson && (await checksInput(database))
  if (isJson && !checks) throw new AppError('NOT_SUPPORTED')
  return lossBy(column, change, convertedFrom(column, change, checks))
}

async function conversionOf(
  database: Database,
  facts: TableFacts,
  column: NativeColumn,
  change: Change,
  after: { readonly notNull: boolean; readonly type: string | undefined; readonly defaultText: string | null },
): Promise<Pick<ColumnEdit, 'convert' | 'guards'>> {
  const to = change.column
  const { notNull, type, defaultText } = after
  const isFitted = fits(change)
  if (!isFitted && notNull === column.notNull) return { guards: [] }
  const value = quote(column.name)
  const isJson = isFitted && columnType(to.uiType).storage === 'json'
  const from = convertedFrom(column, change, isJson && (await checksInput(database)))
  const fitted = isFitted ? convertedSql(value, from, to) : value
  // A cast to a limited text type would cut values. Too long values must fail instead.
  const target = type ?? (isTextType(column.nativeType) ? 'text' : column.nativeType)
  const typed = (sql: string): string => `(${sql})::${target}`
  const filled = notNull && defaultText !== null ? `coalesce(${typed(fitted)}, ${typed(defaultText)})` : typed(fitted)

  const { lost } = lossBy(column, change, from)
  const missing = notNull ? `(${filled} IS NULL)` : 'false'
  const comparable = (sql: string): string => comparison.sortable({ ...column, uiType: to.uiType }, sql)
  const changed = type === undefined ? `(${comparable(`(${filled})`)} IS DISTINCT FROM ${comparable(value)})` : 'false'
  const conditions = [lost, missing, changed]
  const [lostCount = 0, missingCount = 0, changedCount = 0] =
    isJson && !from.checksInput
      ? await countJson(database, facts, column, conditions)
      : await count(database, facts, conditions)
  const mayEmpty = change.emptyLost === true && (!isJson || from.checksInput)
  if (lostCount > 0 && !mayEmpty)
    throw new AppError('COLUMN_VALUES_NOT_CONVERTIBLE', { column: column.name, count: lostCount })
  if (missingCount > 0) throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count: missingCount })
  const converts = type !== undefined || changedCount > 0
  const wrong = [...(mayEmpty ? [] : [lost]), missing, ...(converts ? [] : [changed])].filter(
    (condition) => condition !== 'false',
  )
  return {
    ...(converts ? { convert: filled } : {}),
    guards: wrong.length === 0 ? [] : [noneOf(facts, wrong)],
  }
}

/** Fails if a row was added that invalidates the plan. */
function noneOf(facts: TableFacts, conditions: readonly string[]): Step {
  return {
    sql: `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${quote(facts.name)} WHERE ${conditions.join(' OR ')})`,
    params: [],
    returns: true,
    expectRows: 1,
  }
}

async function count(database: Database, facts: TableFacts, conditions: readonly string[]): Promise<number[]> {
  const counted = conditions.map((condition) => `count(*) FILTER (WHERE ${condition})`).join(', ')
  const sql = `SELECT ${counted} FROM ${quote(facts.name)}`
  const [row] = await database.read({ sql, params: [] }, { lane: 'long' })
  return (row ?? []).map(Number)
}

/** Without `pg_input_is_valid`, the first invalid JSON text ends the statement, so texts are checked here. */
async function countJson(
  database: Database,
  facts: TableFacts,
  column: NativeColumn,
  conditions: readonly string[],
): Promise<number[]> {
  const value = quote(column.name)
  const sql = `SELECT ${value}::text FROM ${quote(facts.name)} WHERE ${value} IS NOT NULL`
  const rows = await database.read({ sql, params: [] }, { lane: 'long' })
  const broken = rows.filter(([text]) => !isBlankOrJson(String(text))).length
  return broken > 0 ? [broken] : count(database, facts, conditions)
}

function isBlankOrJson(text: string): boolean {
  try {
    if (text.trim() !== '') JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function checksInput(database: Database): Promise<boolean> {
  const [row] = await database.read({ sql: `SELECT current_setting('server_version_num')::integer`, params: [] })
  return Number(row?.[0]) >= 160_000
}
