import type { StoredValue } from '@common/columns/column-type'
import { bulkRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { Database } from '@main/db/database'
import type { StepResult } from '@main/db/statement'
import type { TableIndex } from '../plan/columns'
import { isChangeTime, isMaintained, timestamp } from '../rows/row-input'
import type { RecordedPart } from '../rows/recorded'
import { insertRows, lockedRows, typedPlaces, updateRows } from '../rows/row-statements'
import { runsOf, signature } from '../rows/row-lists'
import {
  failed,
  keyName,
  lostReferences,
  removeLines,
  repeatedLines,
  takenLines,
  uniqueSets,
  wholeMs,
  type FailedLine,
  type StagedRows,
} from './checks'
import { copySteps, recordedParts, type CopiedRows } from './copied-rows'
import { dropStaging, lineName, stagedName } from './staging'

/** An import of staged rows into a table. */
export interface IntoTable {
  readonly database: Database
  readonly index: TableIndex
  readonly staging: string
  /** Columns of the file, then timestamps, as staged. */
  readonly columns: readonly Column[]
  /** Columns that identify existing rows; empty if all rows are new. */
  readonly key: readonly Column[]
  readonly onMatch: 'update' | 'skip'
  readonly now: Date
  /** Staged rows by line, if they are few. They are written like rows of the API. */
  readonly few: ReadonlyMap<number, readonly StoredValue[]> | undefined
  /** True if automations wait for the rows, so that each has to be recorded. */
  readonly isWatched: boolean
}

/** Checked rows, ready to be written. */
export interface ReadyRows {
  readonly parts: readonly RecordedPart[]
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly failures: readonly FailedLine[]
  /** Returns the written rows for listeners; undefined if there are too many. */
  readonly done: ((results: readonly StepResult[]) => RowsDone) | undefined
  readonly tables: readonly string[]
}

export interface RowsDone {
  readonly made: readonly (readonly StoredValue[])[]
  readonly before: readonly (readonly StoredValue[])[]
  readonly after: readonly (readonly StoredValue[])[]
}

/** Returns the timestamp columns that an import fills in addition to those of the file. */
export function timestampColumns({ table }: TableIndex, given: readonly Column[]): Column[] {
  return table.columns.filter((column) => isMaintained(column) && !given.includes(column))
}

export const timestampValues = (columns: readonly Column[], now: Date): StoredValue[] =>
  columns.map(() => timestamp(now))

/** Checks the rows, removes invalid ones, and plans how to write the others. */
export async function readyRows(into: IntoTable): Promise<ReadyRows> {
  const { database, index, staging, columns, key } = into
  const { table } = index
  const staged: StagedRows = { database, staging, table, columns }
  const failures: FailedLine[] = []
  const tables = [staging]
  let isIndexed = false
  const remove = async (lines: readonly number[]): Promise<void> => {
    // Without an index, each removed line would scan all of them.
    if (!isIndexed && lines.length > 0) await indexed(database, table, staging, [[lineName]])
    isIndexed ||= lines.length > 0
    await removeLines(database, tables, lines)
  }
  const take = async (lines: readonly FailedLine[]): Promise<void> => {
    const seen = new Set(failures.map(({ line }) => line))
    const fresh = lines.filter(({ line }) => !seen.has(line) && seen.add(line))
    failures.push(...fresh)
    await remove(fresh.map(({ line }) => line))
  }

  let matched: string | undefined
  let skipped = 0
  if (key.length > 0) {
    const at = key.map((column) => columns.indexOf(column))
    await take(await repeatedLines(staged, at))
    matched = `${staging}_m`
    await matchRows(staged, at, matched)
    tables.push(matched)
    await take(await severalRecords(staged, matched, key))
    if (into.onMatch === 'skip') {
      const lines = await linesIn(database, matched)
      skipped = lines.length
      await remove(lines)
    } else await take(await missingValues(staged, matched))
  } else await take(await missingValues(staged, undefined))
  for (const at of uniqueSets(staged)) {
    await take(await repeatedLines(staged, at))
    await take(await takenLines(staged, at, matched))
  }
  await take(await lostReferences(staged))

  const [all, there] = [await countOf(database, staging), matched === undefined ? 0 : await countOf(database, matched)]
  const changing = changedColumns(into)
  const isChanging = changing.length > 0
  const isFew = into.few !== undefined && all <= bulkRowsMax
  // Each part of a recorded copy finds its rows by their lines.
  if (!isFew && into.isWatched && !isIndexed) await indexed(database, table, staging, [[lineName]])
  const plan = isFew
    ? await fewRows(into, matched)
    : await manyRows({ ...into, matched, there, changing }, into.isWatched)
  return {
    ...plan,
    created: all - there,
    updated: isChanging ? there : 0,
    skipped: skipped + (isChanging ? 0 : there),
    failures,
    tables,
  }
}

/** Matches rows of the file with records: their values beside the keys of those records. */
async function matchRows(
  { database, staging, table, columns }: StagedRows,
  at: readonly number[],
  into: string,
): Promise<void> {
  const { quote, schema } = database.dialect
  const values = [...columns.map((_, n) => stagedName(n)), lineName].map((name) => `s.${quote(name)} AS ${quote(name)}`)
  const keys = table.primaryKey.map((name, n) => `t.${quote(name)} AS ${quote(keyName(n))}`)
  const on = at.map((n) => `t.${quote(columns[n]?.name ?? '')} = s.${quote(stagedName(n))}`).join(' AND ')
  const select = `SELECT ${[...values, ...keys].join(', ')} FROM ${quote(staging)} s JOIN ${quote(table.name)} t ON ${on}`
  await dropStaging(database, [into])
  await database.changeSchema([schema.tableOf(select, into)], { timeoutMs: wholeMs })
  await indexed(database, table, into, [[lineName], table.primaryKey.map((_, at) => keyName(at))])
}

async function indexed(
  database: Database,
  table: Table,
  name: string,
  indexes: readonly (readonly string[])[],
): Promise<void> {
  for (const [at, columns] of indexes.entries()) {
    const plan = database.dialect.objects.createIndex(
      { ...table, name },
      { name: `${name}_${at}`, unique: false, columns },
    )
    // The index is only an optimization; some engines don't index long texts.
    await database.changeSchema(plan.up, { timeoutMs: wholeMs }).catch(() => undefined)
  }
}

/** Finds rows whose key matches several records. */
async function severalRecords(
  { database }: StagedRows,
  matched: string,
  key: readonly Column[],
): Promise<FailedLine[]> {
  const { quote } = database.dialect
  const line = quote(lineName)
  const sql = `SELECT ${line} FROM ${quote(matched)} GROUP BY ${line} HAVING COUNT(*) > 1`
  const title = key.map((column) => column.title).join(', ')
  return failed(database, sql, title, new AppError('IMPORT_SEVERAL_RECORDS', {}))
}

/** Finds new rows without a value for a required column that the file lacks. */
async function missingValues(
  { database, staging, table, columns }: StagedRows,
  matched: string | undefined,
): Promise<FailedLine[]> {
  const needed = table.columns.find((column) => isMissing(column) && !columns.includes(column))
  if (needed === undefined) return []
  const { quote } = database.dialect
  const line = quote(lineName)
  const isNew =
    matched === undefined ? '' : ` WHERE NOT EXISTS (SELECT 1 FROM ${quote(matched)} m WHERE m.${line} = s.${line})`
  const sql = `SELECT s.${line} FROM ${quote(staging)} s${isNew}`
  return failed(database, sql, needed.title, new AppError('VALUE_REQUIRED', {}))
}

const isMissing = (column: Column): boolean =>
  (column.required || column.primaryKey) &&
  column.defaultValue === null &&
  !column.autoIncrement &&
  !column.generated &&
  !isMaintained(column)

async function linesIn(database: Database, name: string): Promise<number[]> {
  const { quote } = database.dialect
  const sql = `SELECT ${quote(lineName)} FROM ${quote(name)}`
  const rows = await database.read({ sql, params: [] }, { lane: 'long', timeoutMs: wholeMs })
  return rows.map(([line]) => Number(line))
}

async function countOf(database: Database, name: string): Promise<number> {
  const sql = `SELECT COUNT(*) FROM ${database.dialect.quote(name)}`
  const [row] = await database.read({ sql, params: [] }, { lane: 'long', timeoutMs: wholeMs })
  return Number(row?.[0] ?? 0)
}

/** Returns the columns that change existing records: without the matching columns, the key and timestamps. */
function changedColumns({ columns, key, index }: IntoTable): Column[] {
  return columns.filter((column) => !key.includes(column) && !index.key.includes(column) && !isMaintained(column))
}

type Plan = Pick<ReadyRows, 'parts' | 'done'>

/** Copies rows inside the database. Without automations, it returns none of them. */
async function manyRows(copy: CopiedRows, isWatched: boolean): Promise<Plan> {
  const parts = isWatched ? await recordedParts(copy) : [{ steps: copySteps(copy), recorded: () => [] }]
  return { parts, done: undefined }
}

/** Writes rows like the API, with change events. */
async function fewRows(into: IntoTable, matched: string | undefined): Promise<Plan> {
  const { database, index, staging, columns, few = new Map(), now } = into
  const { dialect } = database
  const left = await linesIn(database, staging)
  const keys = matched === undefined ? new Map<number, string[]>() : await keysByLine(database, matched, index)
  const valuesOf = (line: number, of: readonly Column[]): Map<Column, StoredValue> => {
    const row = few.get(line) ?? []
    return new Map(
      of.flatMap((column): [Column, StoredValue][] => {
        const value = row[columns.indexOf(column)] ?? null
        // The database generates a missing key.
        return column.autoIncrement && value === null ? [] : [[column, value]]
      }),
    )
  }
  const changing = changedColumns(into)
  const times = index.table.columns.filter(isChangeTime)
  const made = left.filter((line) => !keys.has(line)).toSorted((one, other) => one - other)
  const changed = changing.length === 0 ? [] : left.filter((line) => keys.has(line))
  const newRows = made.map((line) => valuesOf(line, columns))
  const runs = runsOf(newRows, (values) => signature(index, values))
  const inserts = runs.map((run) => insertRows(dialect, index, run, index.table.columns))
  const changes = changed.map((line) => ({
    key: keys.get(line) ?? [],
    values: new Map([
      ...valuesOf(line, changing),
      ...times.map((column): [Column, StoredValue] => [column, timestamp(now)]),
    ]),
  }))
  const changedKeys = changes.map(({ key }) => key)
  const reads = changedKeys.length === 0 ? [] : [lockedRows(dialect, index, changedKeys, typedPlaces)]
  const updates =
    changes.length === 0 ? [] : [{ ...updateRows(dialect, index, changes, index.key), expectRows: changes.length }]
  const { table } = index
  const steps = [...reads, ...inserts, ...updates, ...reads]
  const readAt = (step: number) => reads.map(() => ({ step, rows: changes.length }))
  const recorded: RecordedPart['recorded'] = (first) => [
    { kind: 'create', table, after: runs.map((run, at) => ({ step: first + reads.length + at, rows: run.length })) },
    { kind: 'update', table, before: readAt(first), after: readAt(first + steps.length - 1) },
  ]
  return {
    parts: [{ steps, recorded }],
    done: (results) => ({
      made: results.slice(reads.length, reads.length + inserts.length).flatMap(({ rows }) => rows),
      before: reads.length === 0 ? [] : (results[0]?.rows ?? []),
      after: reads.length === 0 ? [] : (results.at(-1)?.rows ?? []),
    }),
  }
}

async function keysByLine(database: Database, matched: string, index: TableIndex): Promise<Map<number, string[]>> {
  const { quote } = database.dialect
  const names = [lineName, ...index.key.map((_, at) => keyName(at))].map(quote)
  const sql = `SELECT ${names.join(', ')} FROM ${quote(matched)}`
  const rows = await database.read({ sql, params: [] }, { lane: 'long', timeoutMs: wholeMs })
  return new Map(rows.map(([line, ...key]) => [Number(line), key.map(String)]))
}
