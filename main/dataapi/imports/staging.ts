import type { StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, Table } from '@common/model'
import type { Database, RowsToAppend } from '@main/db/database'
import { isFilled, unpacked, type PackedRows } from '@main/lib/packed-rows'
import { writtenValue } from '../parse/coerce'

/** Rows that wait until all of them are there, in a table that nobody sees. */
export interface Staging {
  readonly name: string
  /**
   * Adds rows. Those that the database refuses are told, the others are there.
   *
   * @throws AppError what is no fault of a row: the database is away, the disk is full
   */
  readonly write: (rows: PackedRows, lines: Uint32Array) => Promise<readonly RefusedRow[]>
}

export interface RefusedRow {
  /** Place among the rows given. */
  readonly at: number
  readonly error: AppError
}

/** Bulk writes take their time where other writers have their turns between them. */
const writeMs = 120_000

/** A table as rows are written to it: nothing is answered, nothing is counted. */
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

/** The rows of a table that there is not yet: it only gets its name when they are all there. */
export async function stageNewTable(
  database: Database,
  name: string,
  definitions: readonly ColumnDefinition[],
  columns: readonly Column[],
): Promise<Staging> {
  await database.changeSchema(database.dialect.schema.createTable(name, definitions).up)
  return { name, write: (rows) => writeRows(database, bareTable(name, columns), { rows, same: [], lines: undefined }) }
}

/** Names of columns in the staging table: those of the target could be anything. */
export const stagedName = (at: number): string => `c${at}`
export const lineName = 'line'

/**
 * Rows for a table that there is, with the types of its columns and the line that each comes from.
 *
 * @param columns  those of the rows, then those that are alike in all of them
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
  // From the outer side of a join: without the rules of the columns, which may have no value yet.
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

/** What a row can be blamed for; anything else is no fault of a row. */
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

/** Whether the database has taken all rows as they are; none where it has not. */
async function appended(database: Database, table: Table, added: NewRows): Promise<boolean> {
  const counted = table.columns.findIndex(({ autoIncrement }) => autoIncrement)
  if (database.appendRows === undefined || (counted >= 0 && !isFilled(added.rows, counted))) return false
  try {
    const columns = table.columns.map(({ name }) => name)
    await database.appendRows({ table: table.name, columns, ...added }, { timeoutMs: writeMs })
    return true
  } catch (error) {
    // Which row it was, the other way finds out.
    if (isRowsFault(error)) return false
    throw error
  }
}

/** A counted key without a value is given one by the database: such rows do not name it. */
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

/** Takes tables away that are wanted no more, or were left by a server that was ended. */
export async function dropStaging(database: Database, names: readonly string[]): Promise<void> {
  const { quote } = database.dialect
  if (names.length === 0) return
  await database.changeSchema(names.map((name) => ({ sql: `DROP TABLE IF EXISTS ${quote(name)}`, params: [] })))
}
