import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { Database } from '@main/db/database'
import { lineName, stagedName } from './staging'

/** A row that was rejected after all rows were staged. */
export interface FailedLine {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly error: AppError
}

export interface StagedRows {
  readonly database: Database
  readonly staging: string
  readonly table: Table
  /** Columns with values, in the order of the staging table. */
  readonly columns: readonly Column[]
}

/** Time limit of queries over all rows of an import, which run in the background. */
export const wholeMs = 10 * 60_000

/** Returns the positions of columns among the staged ones; undefined if one is missing. */
function places(columns: readonly Column[], names: readonly string[]): number[] | undefined {
  const found = names.map((name) => columns.findIndex((column) => column.name === name))
  return found.includes(-1) ? undefined : found
}

const notNull = (alias: string, at: readonly number[], quote: (name: string) => string): string =>
  at.map((n) => `${alias}.${quote(stagedName(n))} IS NOT NULL`).join(' AND ')

/** Finds rows that repeat an earlier row in these columns. */
export async function repeatedLines(staged: StagedRows, at: readonly number[]): Promise<FailedLine[]> {
  const { database, staging, columns } = staged
  const { quote } = database.dialect
  const line = quote(lineName)
  const names = at.map((n) => quote(stagedName(n)))
  const sql = `SELECT s.${line}, s.${names[0] ?? line}
    FROM ${quote(staging)} s
    JOIN (SELECT ${names.join(', ')}, MIN(${line}) AS ${quote('first')} FROM ${quote(staging)} g
      WHERE ${notNull('g', at, quote)} GROUP BY ${names.join(', ')} HAVING COUNT(*) > 1) d
      ON ${names.map((name) => `s.${name} = d.${name}`).join(' AND ')}
    WHERE s.${line} > d.${quote('first')} ORDER BY s.${line}`
  return failed(database, sql, titleOf(columns, at), new AppError('IMPORT_ROW_REPEATED', {}))
}

/** Returns the unique column sets that the import provides completely. */
export function uniqueSets({ table, columns }: StagedRows): number[][] {
  const sets = [
    table.primaryKey,
    ...table.columns.filter(({ unique }) => unique).map(({ name }) => [name]),
    ...table.indexes.filter(({ unique }) => unique).map((index) => index.columns),
  ]
  const seen = new Set<string>()
  return sets.flatMap((names) => {
    const found = names.length === 0 ? undefined : places(columns, names)
    const text = JSON.stringify(found?.toSorted())
    if (found === undefined || seen.has(text)) return []
    seen.add(text)
    return [found]
  })
}

/** Finds rows whose unique values belong to another record. @param matched  table of the rows that match a record */
export async function takenLines(
  staged: StagedRows,
  at: readonly number[],
  matched: string | undefined,
): Promise<FailedLine[]> {
  const { database, staging, table, columns } = staged
  const { quote } = database.dialect
  const line = quote(lineName)
  const on = at.map((n) => `t.${quote(columns[n]?.name ?? '')} = s.${quote(stagedName(n))}`).join(' AND ')
  const isOther =
    matched === undefined
      ? ''
      : ` WHERE NOT EXISTS (SELECT 1 FROM ${quote(matched)} m WHERE m.${line} = s.${line} AND ${sameKey(table, 'm', 't', quote)})`
  const sql = `SELECT s.${line}, s.${quote(stagedName(at[0] ?? 0))} FROM ${quote(staging)} s
    JOIN ${quote(table.name)} t ON ${on}${isOther} ORDER BY s.${line}`
  return failed(database, sql, titleOf(columns, at), new AppError('VALUE_NOT_UNIQUE', {}))
}

/** Returns the column name of a key value in a table of matches. */
export const keyName = (at: number): string => `k${at}`

/** Returns a condition that joins a table of matches with the target. */
export function sameKey(table: Table, matches: string, target: string, quote: (name: string) => string): string {
  return table.primaryKey.map((name, at) => `${matches}.${quote(keyName(at))} = ${target}.${quote(name)}`).join(' AND ')
}

/** Finds rows that reference missing records. */
export async function lostReferences(staged: StagedRows): Promise<FailedLine[]> {
  const { database, staging, table, columns } = staged
  const { quote } = database.dialect
  const line = quote(lineName)
  const all: FailedLine[] = []
  for (const { columns: names, referencedTable, referencedColumns } of table.foreignKeys) {
    const at = places(columns, names)
    // References to rows of the same file can be checked only after all are inserted.
    if (at === undefined || referencedTable === table.name) continue
    const on = at.map((n, i) => `p.${quote(referencedColumns[i] ?? '')} = s.${quote(stagedName(n))}`).join(' AND ')
    const sql = `SELECT s.${line}, s.${quote(stagedName(at[0] ?? 0))} FROM ${quote(staging)} s
      LEFT JOIN ${quote(referencedTable)} p ON ${on}
      WHERE ${notNull('s', at, quote)} AND p.${quote(referencedColumns[0] ?? '')} IS NULL ORDER BY s.${line}`
    all.push(...(await failed(database, sql, titleOf(columns, at), new AppError('VALUE_REFERENCE_MISSING', {}))))
  }
  return all
}

const titleOf = (columns: readonly Column[], at: readonly number[]): string =>
  at.map((n) => columns[n]?.title ?? '').join(', ')

export async function failed(
  database: Database,
  sql: string,
  column: string | null,
  error: AppError,
): Promise<FailedLine[]> {
  const rows = await database.read({ sql, params: [] }, { lane: 'long', timeoutMs: wholeMs })
  return rows.map(([line, value = null]) => ({
    line: Number(line),
    column,
    value: value === null ? null : String(value).slice(0, 200),
    error,
  }))
}

const linesAtOnce = 5_000

/** Removes rows from staging tables. */
export async function removeLines(
  database: Database,
  staging: readonly string[],
  lines: readonly number[],
): Promise<void> {
  const { quote, placeholder } = database.dialect
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const batch = lines.slice(from, from + linesAtOnce).map((line) => [line])
    await database.transact(
      staging.map((name) => ({
        sql: `DELETE FROM ${quote(name)} WHERE ${quote(lineName)} = ${placeholder(1)}`,
        params: [],
        batch,
      })),
      { timeoutMs: wholeMs },
    )
  }
}
