import type { StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, Table } from '@common/model'
import type { Database } from '@main/db/database'
import type { RowsToAppend } from '@main/db/statement'
import { isFilled, unpacked, type PackedRows } from '@main/lib/packed-rows'
import { writtenValue } from '../parse/coerce'

/** A hidden table that collects the rows of an import. */
export interface Staging {
  readonly name: string
  /**
   * Adds rows and returns those that the database rejects.
   * @throws AppError errors that no row causes: the database is unavailable, the disk is full
   */
  readonly write: (rows: PackedRows, lines: Uint32Array) => Promise<readonly RefusedRow[]>
}

export interface RefusedRow {
  /** Index in the given rows. */
  readonly at: number
  readonly error: AppError
}

/** Time limit of bulk writes, which share the writer with others. */
const writeMs = 120_000

/** Returns a table for plain inserts, without returned or generated values. */
function bareTable(name: string, columns: readonly Column[]): Table {
  return {
    name,
    title: name,
    type: 'table',
    order: 0,
    columns,
    virtualColumns: [],
    primaryKey: [],
    foreignKeys: [],
    indexes: [],
    rowId: null,
  }
}

/** Stages the rows of a new table, which gets its name only when all are there. */
export async function stageNewTable(
  database: Database,
  name: string,
  definitions: readonly ColumnDefinition[],
  columns: readonly Column[],
): Promise<Staging> {
  await database.changeSchema(database.dialect.schema.createTable(name, definitions).up)
  return { name, write: (rows) => writeRows(database, bareTable(name, columns), { rows, same: [], lines: undefined }) }
}

/** Names of columns in the staging table, independent of those of the target. */
export const stagedName = (at: number): string => `c${at}`
export const lineName = 'line'

/**
 * Stages rows for an existing table, with the types of its columns and their line numbers.
 * @param columns  of the rows, then those with equal values in all rows
 */
export async function stageForTable(
  database: Database,
  name: string,
  table: Table,
  columns: readonly Column[],
  same: readonly StoredValue[],
): Promise<Staging> {
  const { quote, schema } = database.dialect
  const list = columns.map((column, at) => `t.${quote(column.name)} AS ${quote(stagedName(at))}`)
  // The outer side of a join has no NOT NULL, which staged columns may violate.
  const select = `SELECT ${[...list, `0 AS ${quote(lineName)}`].join(', ')}
    FROM (SELECT 1 AS ${quote('one')}) o LEFT JOIN ${quote(table.name)} t ON 1 = 0 WHERE 1 = 0`
  await database.changeSchema([schema.tableOf(select, name)])
  const staged = [
    ...columns.map((column, at): Column => ({
      ...column,
      name: stagedName(at),
      autoIncrement: false,
      primaryKey: false,
    })),
    lineColumn,
  ]
  return {
    name,
    write: (rows, lines) => writeRows(database, bareTable(name, staged), { rows, same, lines }),
  }
}

const lineColumn: Column = {
  name: lineName,
  title: lineName,
  uiType: typeFor.whole,
  nativeType: 'integer',
  required: false,
  primaryKey: false,
  autoIncrement: false,
  unique: false,
  defaultValue: null,
  generated: false,
  primaryValue: false,
  options: {},
}

/** True for errors that a row causes. */
const isRowsFault = (error: unknown): error is AppError =>
  error instanceof AppError && (/^VALUE_|^ROW_/.test(error.code) || error.code === 'INPUT_INVALID')

type NewRows = Pick<RowsToAppend, 'rows' | 'same' | 'lines'>

async function writeRows(database: Database, table: Table, added: NewRows): Promise<readonly RefusedRow[]> {
  if (await appended(database, table, added)) return []
  const { dialect } = database
  const { columns } = table
  const { same, lines } = added
  const rows = unpacked(added.rows).map((row, at) => [
    ...row,
    ...same,
    ...(lines === undefined ? [] : [lines[at] ?? 0]),
  ])
  const bound = rows.map((row) => columns.map((column, at) => writtenValue(column, row[at] ?? null, dialect)))
  const refused: RefusedRow[] = []
  const write = async (from: number, until: number): Promise<void> => {
    if (from >= until) return
    try {
      const step = insertStep(database, table, bound.slice(from, until))
      await database.transact(step, { timeoutMs: writeMs })
    } catch (error) {
      if (!isRowsFault(error)) throw error
      if (until - from === 1) {
        refused.push({ at: from, error })
        return
      }
      const middle = Math.floor((from + until) / 2)
      await write(from, middle)
      await write(middle, until)
    }
  }
  await write(0, rows.length)
  return refused
}

/** True if the database accepted all rows unchanged; otherwise none was written. */
async function appended(database: Database, table: Table, added: NewRows): Promise<boolean> {
  const counted = table.columns.findIndex(({ autoIncrement }) => autoIncrement)
  if (database.appendRows === undefined || (counted >= 0 && !isFilled(added.rows, counted))) return false
  try {
    const columns = table.columns.map(({ name }) => name)
    await database.appendRows({ table: table.name, columns, ...added }, { timeoutMs: writeMs })
    return true
  } catch (error) {
    // The ordinary path finds the row.
    if (isRowsFault(error)) return false
    throw error
  }
}

/** Inserts rows without a generated key, so that the database assigns it. */
function insertStep(database: Database, table: Table, rows: readonly (readonly StoredValue[])[]) {
  const { rows: rowSql } = database.dialect
  const counted = table.columns.findIndex(({ autoIncrement }) => autoIncrement)
  const given = counted < 0 ? rows : rows.filter((row) => row[counted] !== null)
  const others = counted < 0 ? [] : rows.filter((row) => row[counted] === null)
  return [
    ...(given.length === 0
      ? []
      : [{ ...rowSql.insert({ table, columns: table.columns, rows: given, returned: [] }), together: true }]),
    ...(others.length === 0
      ? []
      : [
          {
            ...rowSql.insert({
              table,
              columns: table.columns.filter((_, at) => at !== counted),
              rows: others.map((row) => row.filter((_, at) => at !== counted)),
              returned: [],
            }),
            together: true,
          },
        ]),
  ]
}

/** Drops staging tables, including those of a killed server. */
export async function dropStaging(database: Database, names: readonly string[]): Promise<void> {
  const { quote } = database.dialect
  if (names.length === 0) return
  await database.changeSchema(names.map((name) => ({ sql: `DROP TABLE IF EXISTS ${quote(name)}`, params: [] })))
}
