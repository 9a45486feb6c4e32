import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { NativeTable } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import type { ServerVersion } from './flavour'
import { isHelperName } from './literals'

/** A column with all facts that a change must preserve. */
export interface StoredColumn {
  readonly name: string
  readonly type: string
  readonly characterSet: string | null
  readonly collation: string | null
  readonly notNull: boolean
  /** As introspection returns it. */
  readonly defaultValue: string | null
  readonly autoIncrement: boolean
  readonly generated: boolean
  /** Expression of a generated column. */
  readonly expression: string
  /** `ON UPDATE CURRENT_TIMESTAMP(6)`, or empty. */
  readonly onUpdate: string
  readonly comment: string
  /** MariaDB: CHECK of the column. */
  readonly check: string | null
  readonly json: boolean
}

export interface StoredIndex {
  readonly name: string
  readonly unique: boolean
  readonly type: string
  readonly parts: readonly { readonly column: string | null; readonly length: number | null }[]
}

export interface StoredKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly referencedTable: string
  readonly referencedColumns: readonly string[]
}

/** SQL text that can mention columns: a check, a trigger, a view. */
export interface Mention {
  readonly name: string
  readonly text: string
}

/** State of a table for planning changes. */
export interface TableState {
  readonly native: NativeTable
  readonly columns: readonly StoredColumn[]
  readonly indexes: readonly StoredIndex[]
  readonly keys: readonly StoredKey[]
  readonly checks: readonly Mention[]
  readonly triggers: readonly Mention[]
  /** Triggers of other tables that mention this one. */
  readonly otherTriggers: readonly Mention[]
  readonly views: readonly Mention[]
  /** From `tableNameKey`. */
  readonly nameKey: (name: string) => string
  /** Leftovers of an interrupted change. */
  readonly helpers: readonly string[]
  /** Fails the change if the table has changed since. */
  readonly unchanged: Step
}

/** Compares names of columns, indexes and constraints. Table names depend on the server. */
export const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** Returns a function that maps table names to comparison keys. Letter case matters if the server's files use it. */
export async function tableNameKey(database: Database): Promise<(name: string) => string> {
  const [row] = await database.read({ sql: 'SELECT @@lower_case_table_names', params: [] })
  return Number(row?.[0]) === 0 ? (name) => name : (name) => name.toLowerCase()
}

/**
 * True if SQL mentions a name, in backticks or as a word.
 *
 * @param key  for a table: of `tableNameKey`
 */
export function mentions(sql: string, name: string, key: (name: string) => string = lowered): boolean {
  const plain = key(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const text = key(sql)
  return text.includes(inBackticks(key(name))) || new RegExp(`(?<![\\w$])${plain}(?![\\w$])`).test(text)
}

const lowered = (name: string): string => name.toLowerCase()

const inBackticks = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY */
export async function readTableState(database: Database, version: ServerVersion, wanted: string): Promise<TableState> {
  const native = await database.dialect.introspect.describeTable(database, wanted)
  if (native === undefined) throw new AppError('TABLE_NOT_FOUND', { table: wanted })
  if (native.type === 'view') throw new AppError('TABLE_READ_ONLY', { table: native.name })
  const { name } = native
  const ask = (sql: string): Promise<StoredValue[][]> => database.read({ sql, params: [name] })
  const [nameKey, print, columns, indexes, keys, checks, triggers, views] = await Promise.all([
    tableNameKey(database),
    ask(`SELECT ${fingerprint} FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ?`),
    ask(`SELECT COLUMN_NAME, COLUMN_TYPE, CHARACTER_SET_NAME, COLLATION_NAME, EXTRA, COLUMN_COMMENT, GENERATION_EXPRESSION
         FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`),
    ask(`SELECT INDEX_NAME, NON_UNIQUE, INDEX_TYPE, COLUMN_NAME, SUB_PART
         FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX`),
    ask(`SELECT CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE
         WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION`),
    readChecks(database, version, name),
    database.read({
      sql: 'SELECT TRIGGER_NAME, ACTION_STATEMENT, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = database()',
      params: [],
    }),
    database.read({
      sql: 'SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = database()',
      params: [],
    }),
  ])
  const columnChecks = new Map(
    checks.filter(({ column }) => column !== null).map((check) => [check.column, check.text]),
  )
  const all = triggers.map(([trigger, text, table]) => ({
    name: String(trigger),
    text: String(text),
    table: String(table),
  }))
  return {
    native,
    nameKey,
    columns: columns
      .filter(([column]) => !isHelperName(String(column)))
      .map((row) => storedColumn(row, native, columnChecks)),
    indexes: storedIndexes(indexes),
    keys: storedKeys(keys),
    checks: checks.filter(({ column }) => column === null),
    triggers: all.filter(({ table }) => nameKey(table) === nameKey(name)),
    otherTriggers: all.filter(({ table, text }) => nameKey(table) !== nameKey(name) && mentions(text, name, nameKey)),
    views: views
      .map(([view, text]) => ({ name: String(view), text: String(text) }))
      .filter(({ text }) => nameKey(text).includes(inBackticks(nameKey(name)))),
    helpers: columns.map(([column]) => String(column)).filter(isHelperName),
    unchanged: {
      sql: `SELECT 1 FROM (SELECT ${fingerprint} AS print FROM information_schema.COLUMNS
            WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ?) AS now WHERE print = ?`,
      params: [name, print[0]?.[0] ?? ''],
      returns: true,
      expectRows: 1,
    },
  }
}

const fingerprint = `concat_ws('.', count(*), sum(crc32(concat_ws('|', COLUMN_NAME, ORDINAL_POSITION, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLLATION_NAME))))`

function storedColumn(
  [name, type, characterSet, collation, extra, comment, expression]: readonly StoredValue[],
  native: NativeTable,
  checks: ReadonlyMap<string | null, string>,
): StoredColumn {
  const column = native.columns.find((known) => known.name === name)
  return {
    name: String(name),
    type: String(type),
    characterSet: characterSet === null ? null : String(characterSet),
    collation: collation === null ? null : String(collation),
    notNull: column?.notNull ?? false,
    defaultValue: column?.defaultValue ?? null,
    autoIncrement: column?.autoIncrement ?? false,
    generated: column?.generated ?? false,
    expression: String(expression ?? ''),
    onUpdate: /on update \S+/i.exec(String(extra))?.[0] ?? '',
    comment: String(comment ?? ''),
    check: checks.get(String(name)) ?? null,
    json: column?.nativeType === 'json',
  }
}

/** MariaDB distinguishes checks of columns; in MySQL, all belong to the table. */
async function readChecks(
  database: Database,
  { flavour }: ServerVersion,
  table: string,
): Promise<(Mention & { readonly column: string | null })[]> {
  const sql =
    flavour === 'mariadb'
      ? `SELECT CONSTRAINT_NAME, CHECK_CLAUSE, LEVEL FROM information_schema.CHECK_CONSTRAINTS
         WHERE CONSTRAINT_SCHEMA = database() AND TABLE_NAME = ?`
      : `SELECT c.CONSTRAINT_NAME, c.CHECK_CLAUSE, 'Table' FROM information_schema.CHECK_CONSTRAINTS AS c
         JOIN information_schema.TABLE_CONSTRAINTS AS t ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA
           AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME AND t.CONSTRAINT_TYPE = 'CHECK'
         WHERE c.CONSTRAINT_SCHEMA = database() AND t.TABLE_NAME = ?`
  const rows = await database.read({ sql, params: [table] })
  return rows.map(([name, text, level]) => ({
    name: String(name),
    text: String(text),
    column: level === 'Column' ? String(name) : null,
  }))
}

function storedIndexes(rows: readonly (readonly StoredValue[])[]): StoredIndex[] {
  const indexes = new Map<
    string,
    { unique: boolean; type: string; parts: { column: string | null; length: number | null }[] }
  >()
  for (const [name, nonUnique, type, column, length] of rows) {
    const index = indexes.get(String(name)) ?? { unique: Number(nonUnique) === 0, type: String(type), parts: [] }
    index.parts.push({
      column: column === null || column === undefined ? null : String(column),
      length: length === null || length === undefined ? null : Number(length),
    })
    indexes.set(String(name), index)
  }
  return [...indexes].map(([name, index]) => ({ name, ...index }))
}

function storedKeys(rows: readonly (readonly StoredValue[])[]): StoredKey[] {
  const keys = new Map<string, { referencedTable: string; columns: string[]; referencedColumns: string[] }>()
  for (const [name, column, referencedTable, referencedColumn] of rows) {
    const key = keys.get(String(name)) ?? {
      referencedTable: String(referencedTable),
      columns: [],
      referencedColumns: [],
    }
    key.columns.push(String(column))
    key.referencedColumns.push(String(referencedColumn))
    keys.set(String(name), key)
  }
  return [...keys].map(([name, key]) => ({ name, ...key }))
}

/** Returns an object that depends on a column: a generated column, check, trigger or view. */
export function dependentOf(table: TableState, column: string): string | undefined {
  const users: Mention[] = [
    ...table.columns.map(({ name, expression }) => ({ name, text: expression })),
    ...table.checks.filter(({ text }) => !onlyAbout(text, column)),
    ...table.triggers,
    ...table.otherTriggers,
    ...table.views,
  ]
  return users.find(({ name, text }) => text !== '' && name !== column && mentions(text, column))?.name
}

/** A MySQL check on a single column is dropped with it. */
const onlyAbout = (text: string, name: string): boolean =>
  [...text.matchAll(/`((?:[^`]|``)+)`/g)].every(([, column = '']) => sameName(column, name))
