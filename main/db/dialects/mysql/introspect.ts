import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { ForeignKey, Index } from '@common/model'
import { isReservedTableName } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { Introspection, NativeColumn, NativeTable, TableOutline, TableReference } from '@main/db/dialect'
import { outlinesOf } from '../outline'
import type { ServerVersion } from './flavour'
import { isHelperName, plainLiterals, textLiteral } from './literals'
import { choicesOf, needsBrackets } from './types'

/** Reads the schema. https://mariadb.com/kb/en/information-schema-tables/, equal in MySQL */
export function introspectionOf(version: ServerVersion): Introspection {
  return {
    listTables,
    listReferences: async (database) =>
      (await readReferences(database, null)).filter(({ table }) => !isReservedTableName(table)),
    listOutlines,
    describeTable: (database, name) => describeTable(database, name, version),
  }
}

const isView = (type: StoredValue | undefined): boolean => /VIEW/.test(String(type))

async function listTables(database: Database): Promise<{ name: string; type: 'table' | 'view' }[]> {
  const rows = await database.read({
    sql: `SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES
          WHERE TABLE_SCHEMA = database() AND TABLE_TYPE <> 'SEQUENCE'`,
    params: [],
  })
  return rows
    .map(([name, type]) => ({ name: String(name), type: isView(type) ? ('view' as const) : ('table' as const) }))
    .filter(({ name }) => !isReservedTableName(name))
    .toSorted((left, right) => compareNames(left.name, right.name))
}

/** Case is the tie-breaker of names. */
function compareNames(left: string, right: string): number {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()]
  if (one === other) return left < right ? -1 : 1
  return one < other ? -1 : 1
}

async function describeTable(
  database: Database,
  wanted: string,
  version: ServerVersion,
): Promise<NativeTable | undefined> {
  if (isReservedTableName(wanted)) return undefined
  const [[found], columns, indexes, references] = await Promise.all([
    database.read({
      sql: `SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES
            WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? AND TABLE_TYPE <> 'SEQUENCE'`,
      params: [wanted],
    }),
    readColumns(database, wanted, version),
    readIndexes(database, wanted),
    readReferences(database, wanted),
  ])
  if (found === undefined) return undefined
  const name = String(found[0])
  const type = isView(found[1]) ? 'view' : 'table'
  // The server omits the columns of a view whose tables are missing.
  if (type === 'view' && columns.length === 0) throw new AppError('VIEW_INVALID', { table: name })
  const key = indexes.find((index) => index.name === primary)?.columns ?? []
  return {
    name,
    type,
    columns: columns.map((column) => ({ ...column, keyPosition: key.indexOf(column.name) + 1 })),
    foreignKeys: references.map(({ foreignKey }) => foreignKey),
    indexes,
    rowId: null,
  }
}

const primary = 'PRIMARY'

async function listOutlines(database: Database): Promise<TableOutline[]> {
  const [listed, rows, keyRows] = await Promise.all([
    listTables(database),
    database.read({
      sql: `SELECT TABLE_NAME, NULL, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE FROM information_schema.COLUMNS
            WHERE TABLE_SCHEMA = database() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
      params: [],
    }),
    database.read({
      sql: `SELECT TABLE_NAME, COLUMN_NAME, SEQ_IN_INDEX FROM information_schema.STATISTICS
            WHERE TABLE_SCHEMA = database() AND INDEX_NAME = '${primary}'`,
      params: [],
    }),
  ])
  const id = (table: StoredValue | undefined, column: StoredValue | undefined): string =>
    JSON.stringify([table, column])
  const keys = new Map(keyRows.map(([table, column, position]) => [id(table, column), Number(position)]))
  return outlinesOf(
    listed,
    rows.flatMap(([table, identity, name, type, nullable]) =>
      isHelperName(String(name))
        ? []
        : [[table, identity, name, type, nullable === 'NO' ? 1 : 0, keys.get(id(table, name)) ?? 0, null]],
    ),
  )
}

async function readColumns(
  database: Database,
  table: string,
  { flavour }: ServerVersion,
): Promise<Omit<NativeColumn, 'keyPosition'>[]> {
  const [rows, jsonColumns] = await Promise.all([
    database.read({
      sql: `SELECT COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLUMN_COMMENT FROM information_schema.COLUMNS
            WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
      params: [table],
    }),
    flavour === 'mariadb' ? readJsonColumns(database, table) : Promise.resolve<string[]>([]),
  ])
  return rows.flatMap(([name, type, nullable, defaultValue, extra, comment]) => {
    if (isHelperName(String(name))) return []
    const columnType = String(type)
    const isJson = jsonColumns.includes(String(name)) && columnType === 'longtext'
    const generated = /\b(VIRTUAL|STORED|PERSISTENT)\b/i.test(String(extra))
    const choices = choicesOf(columnType)
    return [
      {
        name: String(name),
        nativeType: isJson ? 'json' : columnType,
        notNull: nullable === 'NO',
        defaultValue:
          generated || defaultValue === null
            ? null
            : defaultText(String(defaultValue), columnType, String(extra), flavour),
        autoIncrement: /auto_increment/i.test(String(extra)),
        generated,
        ...(choices === undefined ? {} : { choices }),
        ...(typeof comment === 'string' && comment !== '' ? { comment } : {}),
      },
    ]
  })
}

/** MariaDB stores JSON as text with a CHECK, which identifies it. */
async function readJsonColumns(database: Database, table: string): Promise<string[]> {
  const rows = await database.read({
    sql: `SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
          WHERE CONSTRAINT_SCHEMA = database() AND TABLE_NAME = ? AND CHECK_CLAUSE LIKE 'json_valid(%'`,
    params: [table],
  })
  return rows.flatMap(([, clause]) => {
    const name = /^json_valid\(`((?:[^`]|``)+)`\)$/i.exec(String(clause))?.[1]
    return name === undefined ? [] : [name.replaceAll('``', '`')]
  })
}

/** Returns the SQL of a default. MariaDB reports SQL; MySQL reports the value of a literal, and marks expressions. */
function defaultText(
  text: string,
  columnType: string,
  extra: string,
  flavour: ServerVersion['flavour'],
): string | null {
  if (flavour === 'mysql' && !/DEFAULT_GENERATED/i.test(extra)) {
    if (/^(b'[01]+'|-?\d+(\.\d+)?)$/.test(text) && !/char|text|enum|set|binary|blob|date|time/i.test(columnType))
      return text
    return isPresent(text) ? presentText(text) : textLiteral(text)
  }
  if (text.toUpperCase() === 'NULL') return null
  if (isPresent(text)) return presentText(text)
  const plain = plainLiterals(text)
  return flavour === 'mysql' && needsBrackets(columnType) ? plain.replace(/^_\w+(?=')/, '') : plain
}

const isPresent = (text: string): boolean =>
  /^(current_timestamp|current_date|current_time|curdate|curtime)(\(\d*\))?$/i.test(text)

/** Translates `current_timestamp()` and `current_timestamp(6)` to the keyword that all engines share. */
function presentText(text: string): string {
  const word = text.toLowerCase().replace(/\(.*$/, '')
  return word === 'curdate' || word === 'current_date'
    ? 'CURRENT_DATE'
    : word === 'curtime' || word === 'current_time'
      ? 'CURRENT_TIME'
      : 'CURRENT_TIMESTAMP'
}

async function readIndexes(database: Database, table: string): Promise<Index[]> {
  const rows = await database.read({
    sql: `SELECT INDEX_NAME, NON_UNIQUE, COLUMN_NAME FROM information_schema.STATISTICS
          WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    params: [table],
  })
  const indexes = new Map<string, { unique: boolean; columns: (string | null)[] }>()
  for (const [name, nonUnique, column] of rows) {
    const index = indexes.get(String(name)) ?? { unique: Number(nonUnique) === 0, columns: [] }
    index.columns.push(column === null || column === undefined ? null : String(column))
    indexes.set(String(name), index)
  }
  return [...indexes].map(([name, { unique, columns }]) => {
    const named = columns.filter((column) => column !== null)
    // Expressions have no name. An index with one doesn't make its other columns unique.
    return { name, unique: unique && named.length === columns.length, columns: named }
  })
}

/** @param table  one table, or null for all */
async function readReferences(database: Database, table: string | null): Promise<TableReference[]> {
  const only = table === null ? '' : ' AND TABLE_NAME = ?'
  const params = table === null ? [] : [table]
  const [columnRows, ruleRows] = await Promise.all([
    database.read({
      sql: `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
            FROM information_schema.KEY_COLUMN_USAGE
            WHERE TABLE_SCHEMA = database() AND REFERENCED_TABLE_SCHEMA = database()${only}
            ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
      params,
    }),
    database.read({
      sql: `SELECT TABLE_NAME, CONSTRAINT_NAME, UPDATE_RULE, DELETE_RULE
            FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = database()${only}`,
      params,
    }),
  ])
  const id = (name: StoredValue | undefined, constraint: StoredValue | undefined): string =>
    JSON.stringify([name, constraint])
  const rules = new Map(ruleRows.map(([name, constraint, ...actions]) => [id(name, constraint), actions.map(String)]))
  const references = new Map<string, { readonly table: string; foreignKey: Mutable<ForeignKey> }>()
  for (const [name, constraint, column, referencedTable, referencedColumn] of columnRows) {
    const [onUpdate = 'NO ACTION', onDelete = 'NO ACTION'] = rules.get(id(name, constraint)) ?? []
    const reference = references.get(id(name, constraint)) ?? {
      table: String(name),
      foreignKey: { columns: [], referencedTable: String(referencedTable), referencedColumns: [], onDelete, onUpdate },
    }
    const { foreignKey } = reference
    foreignKey.columns = [...foreignKey.columns, String(column)]
    foreignKey.referencedColumns = [...foreignKey.referencedColumns, String(referencedColumn)]
    references.set(id(name, constraint), reference)
  }
  return [...references.values()]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
