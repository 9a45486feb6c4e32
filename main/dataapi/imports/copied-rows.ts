import type { StoredValue } from '@common/columns/column-type'
import { isAlwaysIdentity } from '@common/columns/identity'
import type { Column } from '@common/model'
import type { Database, Step } from '@main/db/database'
import { columnNames } from '../compile/read'
import type { TableIndex } from '../plan/columns'
import { rowsPerEntry, type RecordedPart } from '../rows/recorded'
import { isChangeTime, timestamp } from '../rows/row-input'
import { keyName, sameKey, wholeMs } from './checks'
import { lineName, stagedName } from './staging'

/** Checked rows that are copied between tables inside the database. */
export interface CopiedRows {
  readonly database: Database
  readonly index: TableIndex
  readonly staging: string
  /** Columns of the file, then timestamps, as staged. */
  readonly columns: readonly Column[]
  /** Table of the rows that match records; undefined without a key. */
  readonly matched: string | undefined
  /** Number of matched rows. */
  readonly there: number
  /** Columns that change matched records. */
  readonly changing: readonly Column[]
  readonly now: Date
}

/** Staged rows that set the same columns. */
interface Insert {
  readonly of: readonly Column[]
  readonly conditions: readonly string[]
  /** True if the rows bring their generated key; undefined if no row can. */
  readonly bringsKey?: boolean
}

/** Returns the steps that copy all rows, with one statement for many of them. */
export function copySteps(copy: CopiedRows): Step[] {
  return [
    ...updateSteps(copy),
    ...insertsOf(copy).flatMap((insert) => [insertStep(copy, insert), ...countOn(copy, insert)]),
  ]
}

/**
 * Returns the steps that copy all rows, in parts whose rows the database returns for the outbox.
 *
 * @param returning  clause that returns inserted rows
 */
export async function recordedParts(
  copy: CopiedRows,
  returning: NonNullable<Database['dialect']['rows']['returning']>,
): Promise<RecordedPart[]> {
  const { index } = copy
  const { table } = index
  const lines = await newLines(copy)
  const created = insertsOf(copy).flatMap((insert): RecordedPart[] => {
    const own = lines.filter(({ hasKey }) => insert.bringsKey === undefined || hasKey === insert.bringsKey)
    const step = insertStep(copy, insert, { end: returning(table.columns), isPart: true })
    return [
      ...chunksOf(own).map(({ params, count }): RecordedPart => ({
        steps: [{ ...step, params, returns: true, expectRows: count }],
        recorded: (first) => [{ kind: 'create', table, after: [{ step: first, rows: count }] }],
        isLarge: true,
      })),
      { steps: countOn(copy, insert), recorded: () => [] },
    ]
  })
  return [...(await updateParts(copy)), ...created]
}

/** Reads the matched records before and after their update, in the order of their keys. */
async function updateParts(copy: CopiedRows): Promise<RecordedPart[]> {
  const { database, index, matched } = copy
  const { table } = index
  const { quote, placeholder, rows } = database.dialect
  const updates = updateSteps(copy)
  if (matched === undefined || updates.length === 0) return []
  const line = quote(lineName)
  const lines = await database.read(
    { sql: `SELECT ${line} FROM ${quote(matched)} ORDER BY ${line}`, params: [] },
    { lane: 'long', timeoutMs: wholeMs },
  )
  const chunks = chunksOf(lines.map(([at]) => ({ line: Number(at) })))
  const columns = columnNames(database.dialect, table.columns)
  const key = table.primaryKey.map(quote).join(', ')
  const keys = table.primaryKey.map((_, at) => quote(keyName(at))).join(', ')
  const where = `(${key}) IN (SELECT ${keys} FROM ${quote(matched)} WHERE ${line} BETWEEN ${placeholder(1)} AND ${placeholder(2)}) ORDER BY ${key}`
  const read = `SELECT ${columns} FROM ${quote(table.name)} WHERE ${where}`
  const readAll = (sql: string): Step[] => chunks.map(({ params }) => ({ sql, params, returns: true }))
  const before = readAll(rows.lock?.(table, where, columns) ?? read)
  const afterAt = before.length + updates.length
  return [
    {
      steps: [...before, ...updates, ...readAll(read)],
      recorded: (first) =>
        chunks.map(({ count }, at) => ({
          kind: 'update',
          table,
          before: [{ step: first + at, rows: count }],
          after: [{ step: first + afterAt + at, rows: count }],
        })),
      isLarge: true,
    },
  ]
}

function updateSteps({ database, index, columns, matched, there, changing, now }: CopiedRows): Step[] {
  if (matched === undefined || there === 0 || changing.length === 0) return []
  const { quote, placeholder } = database.dialect
  const { table } = index
  const times = table.columns.filter(isChangeTime)
  const same = sameKey(table, 'm', quote(table.name), quote)
  const set = [
    ...changing.map(
      (column) =>
        `${quote(column.name)} = (SELECT m.${quote(stagedName(columns.indexOf(column)))} FROM ${quote(matched)} m WHERE ${same})`,
    ),
    ...times.map((column, at) => `${quote(column.name)} = ${placeholder(at + 1)}`),
  ]
  const sql = `UPDATE ${quote(table.name)} SET ${set.join(', ')} WHERE EXISTS (SELECT 1 FROM ${quote(matched)} m WHERE ${same})`
  return [{ sql, params: times.map(() => timestamp(now)), expectRows: there }]
}

const countedOf = ({ columns }: CopiedRows): Column | undefined => columns.find(({ autoIncrement }) => autoIncrement)

/** Rows without a generated key come last: the database numbers them after the others. */
function insertsOf(copy: CopiedRows): Insert[] {
  const { columns } = copy
  const counted = countedOf(copy)
  if (counted === undefined) return [{ of: columns, conditions: [] }]
  const place = `s.${copy.database.dialect.quote(stagedName(columns.indexOf(counted)))}`
  return [
    { of: columns, conditions: [`${place} IS NOT NULL`], bringsKey: true },
    { of: columns.filter((column) => column !== counted), conditions: [`${place} IS NULL`], bringsKey: false },
  ]
}

function insertStep(
  copy: CopiedRows,
  { of, conditions }: Insert,
  { end = '', isPart = false }: { readonly end?: string; readonly isPart?: boolean } = {},
): Step {
  const { database, index, staging, columns } = copy
  const { quote, placeholder, rows } = database.dialect
  const { table } = index
  const line = `s.${quote(lineName)}`
  const where = [
    ...isNew(copy),
    ...conditions,
    ...(isPart ? [`${line} BETWEEN ${placeholder(1)} AND ${placeholder(2)}`] : []),
  ]
  const names = of.map(({ name }) => quote(name)).join(', ')
  const values = of.map((column) => `s.${quote(stagedName(columns.indexOf(column)))}`).join(', ')
  const overriding = of.some(isAlwaysIdentity) ? (rows.overriding ?? '') : ''
  const step: Step = {
    sql: `INSERT INTO ${quote(table.name)} (${names})${overriding} SELECT ${values} FROM ${quote(staging)} s${
      where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`
    } ORDER BY ${line}${end}`,
    params: [],
  }
  const counted = countedOf(copy)
  const brings = counted !== undefined && of.includes(counted)
  return brings && rows.withOwnKeys ? rows.withOwnKeys(table.name, step) : step
}

/** Returns the step that numbers later rows after those that brought their key. */
function countOn(copy: CopiedRows, { bringsKey }: Insert): Step[] {
  const counted = countedOf(copy)
  const { rows } = copy.database.dialect
  const step = counted && bringsKey === true ? rows.countOn?.(copy.index.table.name, counted.name) : undefined
  return step === undefined ? [] : [step]
}

/** Returns the condition of staged rows that match no record. */
function isNew({ database, matched }: CopiedRows): string[] {
  const { quote } = database.dialect
  const line = quote(lineName)
  return matched === undefined ? [] : [`NOT EXISTS (SELECT 1 FROM ${quote(matched)} m WHERE m.${line} = s.${line})`]
}

interface Line {
  readonly line: number
  readonly hasKey?: boolean
}

/** Reads the lines of new rows in order. */
async function newLines(copy: CopiedRows): Promise<Line[]> {
  const { database, staging, columns } = copy
  const { quote } = database.dialect
  const line = `s.${quote(lineName)}`
  const counted = countedOf(copy)
  const place = counted === undefined ? '1' : `s.${quote(stagedName(columns.indexOf(counted)))}`
  const where = isNew(copy).map((condition) => ` WHERE ${condition}`)
  const sql = `SELECT ${line}, CASE WHEN ${place} IS NULL THEN 0 ELSE 1 END FROM ${quote(staging)} s${where.join('')} ORDER BY ${line}`
  const rows = await database.read({ sql, params: [] }, { lane: 'long', timeoutMs: wholeMs })
  return rows.map(([at, hasKey]) => ({ line: Number(at), hasKey: Number(hasKey) === 1 }))
}

/** Splits lines into parts of the outbox: the first and last line of each, and the number of rows. */
function chunksOf(lines: readonly Line[]): { readonly params: readonly StoredValue[]; readonly count: number }[] {
  return Array.from({ length: Math.ceil(lines.length / rowsPerEntry) }, (_, at) => {
    const part = lines.slice(at * rowsPerEntry, (at + 1) * rowsPerEntry)
    return { params: [part[0]?.line ?? 0, part.at(-1)?.line ?? 0], count: part.length }
  })
}
