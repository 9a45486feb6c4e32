import { isReservedTableName } from '@common/wire/names'
import type { StoredValue } from '@common/columns/column-type'
import type { ForeignKey, Index } from '@common/model'
import { AppError } from '@common/errors'
import type { Introspection, NativeColumn, NativeTable, TableOutline, TableReference } from '@main/db/dialect'
import type { Database } from '@main/db/database'
import { outlinesOf, type OutlineRow } from '../outline'
import { sameName } from './sql-tokens'
import { parseTableText, type TableText } from './table-text'

/** Reads the schema of SQLite. https://sqlite.org/pragma.html, https://sqlite.org/schematab.html */
export const introspect: Introspection = { listTables, listReferences, listOutlines, describeTable }

async function listTables(database: Database): Promise<{ name: string; type: 'table' | 'view' }[]> {
  const rows = await database.read({
    sql: `SELECT name, type, rootpage FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name COLLATE NOCASE, name`,
    params: [],
  })
  const virtual = rows.some(([, type, rootPage]) => type === 'table' && Number(rootPage) === 0)
  // Hides the internal tables of virtual tables, such as full-text search.
  const shadows = new Set(virtual ? await shadowTables(database) : [])
  return rows
    .map(([name, type]) => ({ name: String(name), type: type === 'view' ? ('view' as const) : ('table' as const) }))
    .filter(({ name }) => !isReservedTableName(name) && !shadows.has(name))
}

async function shadowTables(database: Database): Promise<string[]> {
  const rows = await database.read({
    sql: `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'`,
    params: [],
  })
  return rows.map(([name]) => String(name))
}

async function listReferences(database: Database): Promise<TableReference[]> {
  const rows = await database.read({
    sql: `SELECT m.name, f.id, f.seq, f."table", f."from", f."to", f.on_update, f.on_delete
          FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f
          WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq`,
    params: [],
  })
  const byTable = new Map<string, StoredValue[][]>()
  for (const [table, ...rest] of rows) {
    const name = String(table)
    byTable.set(name, [...(byTable.get(name) ?? []), rest])
  }
  return [...byTable]
    .filter(([table]) => !isReservedTableName(table))
    .flatMap(([table, keys]) => foreignKeysOf(keys).map((foreignKey) => ({ table, foreignKey })))
}

async function listOutlines(database: Database): Promise<TableOutline[]> {
  const listed = await listTables(database)
  const rows = await Promise.all(
    (['table', 'view'] as const).map(async (type) => {
      try {
        return await outlineRows(database, 'm.type = ?', type)
      } catch (error) {
        // An unreadable object, such as a view without its tables, fails the whole query.
        if (!(error instanceof AppError)) throw error
        const names = listed.filter((table) => table.type === type).map(({ name }) => name)
        return (await Promise.all(names.map((name) => outlineOfOne(database, name)))).flat()
      }
    }),
  )
  return outlinesOf(listed, rows.flat())
}

const outlineRows = (database: Database, where: string, value: string): Promise<OutlineRow[]> =>
  database.read({
    sql: `SELECT m.name, NULL, c.name, c.type, c."notnull", c.pk, NULL
          FROM sqlite_schema AS m JOIN pragma_table_xinfo(m.name) AS c WHERE ${where} AND c.hidden <> 1 ORDER BY m.name, c.cid`,
    params: [value],
  })

async function outlineOfOne(database: Database, name: string): Promise<OutlineRow[]> {
  try {
    return await outlineRows(database, 'm.name = ?', name)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'DATABASE_UNAVAILABLE') return []
    throw error
  }
}

async function describeTable(database: Database, wanted: string): Promise<NativeTable | undefined> {
  if (isReservedTableName(wanted) || /^sqlite_/i.test(wanted)) return undefined
  const [found] = await database.read({
    sql: `SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE`,
    params: [wanted],
  })
  if (found === undefined) return undefined
  const name = String(found[0])
  if (found[1] === 'view')
    return { name, type: 'view', columns: await viewColumns(database, name), foreignKeys: [], indexes: [], rowId: null }
  const [columnRows, keyRows, indexRows] = await Promise.all([
    database.read({
      sql: 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)',
      params: [name],
    }),
    database.read({
      sql: 'SELECT id, seq, "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq',
      params: [name],
    }),
    database.read({
      sql: `SELECT i.name, i."unique", i.origin, i.partial, c.name FROM pragma_index_list(?) AS i
            LEFT JOIN pragma_index_info(i.name) AS c ORDER BY i.seq DESC, c.seqno`,
      params: [name],
    }),
  ])
  const text = tableText(String(found[2] ?? ''))
  const keyIsRowId =
    text !== undefined &&
    columnRows.filter((row) => Number(row[4]) > 0).length === 1 &&
    !indexRows.some((row) => row[2] === 'pk')
  // Hidden columns of virtual tables (1) are arguments, not data.
  const columns = columnRows.filter((row) => Number(row[5]) !== 1).map((row) => nativeColumn(row, keyIsRowId))
  return {
    name,
    type: 'table',
    columns,
    foreignKeys: foreignKeysOf(keyRows),
    indexes: indexesOf(indexRows),
    rowId: text?.withoutRowId === true ? null : rowIdName(columns),
  }
}

/** Returns undefined for virtual tables. */
function tableText(sql: string): TableText | undefined {
  try {
    return parseTableText(sql)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** @throws AppError VIEW_INVALID if a table or column of the view is missing */
async function viewColumns(database: Database, name: string): Promise<NativeColumn[]> {
  try {
    const rows = await database.read({
      sql: 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)',
      params: [name],
    })
    return rows.map((row) => nativeColumn(row, false))
  } catch (error) {
    const isBroken =
      error instanceof AppError && ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'INTERNAL'].includes(error.code)
    throw isBroken ? new AppError('VIEW_INVALID', { table: name }, { cause: error }) : error
  }
}

function nativeColumn(row: readonly StoredValue[], keyIsRowId: boolean): NativeColumn {
  const [name, type, notNull, defaultValue, keyPosition, hidden] = row
  return {
    name: String(name),
    nativeType: String(type ?? ''),
    notNull: Number(notNull) === 1,
    defaultValue: defaultValue === null || defaultValue === undefined ? null : String(defaultValue),
    keyPosition: Number(keyPosition),
    autoIncrement: keyIsRowId && Number(keyPosition) === 1,
    generated: Number(hidden) > 1,
  }
}

function foreignKeysOf(rows: readonly (readonly StoredValue[])[]): ForeignKey[] {
  const keys = new Map<number, { -readonly [K in keyof ForeignKey]: ForeignKey[K] }>()
  for (const [id, , table, from, to, onUpdate, onDelete] of rows) {
    const key = keys.get(Number(id)) ?? {
      columns: [],
      referencedTable: String(table),
      referencedColumns: [],
      onDelete: String(onDelete),
      onUpdate: String(onUpdate),
    }
    key.columns = [...key.columns, String(from)]
    // Without columns, the reference targets the key of the other table.
    if (to !== null && to !== undefined) key.referencedColumns = [...key.referencedColumns, String(to)]
    keys.set(Number(id), key)
  }
  // SQLite numbers foreign keys backwards.
  return [...keys.entries()].sort(([left], [right]) => right - left).map(([, key]) => key)
}

function indexesOf(rows: readonly (readonly StoredValue[])[]): Index[] {
  const indexes = new Map<string, { unique: boolean; columns: (string | null)[] }>()
  for (const [name, unique, , partial, column] of rows) {
    const index = indexes.get(String(name)) ?? {
      // A partial index doesn't guarantee uniqueness of other rows.
      unique: Number(unique) === 1 && Number(partial) === 0,
      columns: [],
    }
    index.columns.push(column === null || column === undefined ? null : String(column))
    indexes.set(String(name), index)
  }
  return [...indexes].map(([name, { unique, columns }]) => {
    const named = columns.filter((column) => column !== null)
    // Expressions have no name. An index with one doesn't make its other columns unique.
    return { name, unique: unique && named.length === columns.length, columns: named }
  })
}

/** Returns a name of the row number that no column hides. */
function rowIdName(columns: readonly NativeColumn[]): string | null {
  return ['rowid', '_rowid_', 'oid'].find((name) => !columns.some((column) => sameName(column.name, name))) ?? null
}
