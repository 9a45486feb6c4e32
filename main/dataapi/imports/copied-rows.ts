import { randomUUID } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { isAlwaysIdentity } from '@common/columns/identity'
import type { Column } from '@common/model'
import type { Database } from '@main/db/database'
import type { Step } from '@main/db/statement'
import { columnNames } from '../compile/read'
import type { TableIndex } from '../plan/columns'
import { rowsPerEntry, type RecordedPart } from '../rows/recorded'
import { isChangeTime, timestamp } from '../rows/row-input'
import { exactPlaces, typedPlaces } from '../rows/row-statements'
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
 * Returns the steps that copy all rows, in parts that each read and record a limited number of rows for the outbox. Before
 * that, it reads only numbers of lines.
 */
export async function recordedParts(copy: CopiedRows): Promise<RecordedPart[]> {
  const parts = await updateParts(copy)
  for (const insert of insertsOf(copy)) parts.push(...(await insertParts(copy, insert)))
  return parts
}

/** Reads the inserted rows of each part. */
async function insertParts(copy: CopiedRows, insert: Insert): Promise<RecordedPart[]> {
  const { database, index, staging } = copy
  const { table } = index
  const { returning } = database.dialect.rows
  // A table whose trigger stores its rows elsewhere returns none.
  const inserted =
    returning === undefined || table.storage?.redirects === true
      ? (part: Part) => insertEach(copy, insert, part)
      : ({ params, count }: Part): Step[] => {
          const step = insertStep(copy, insert, { end: returning(table.columns), isPart: true })
          return [{ ...step, params, returns: true, expectRows: count, ...typed(table.columns) }]
        }
  const chunks = await chunksOf(database, staging, [...isNew(copy), ...insert.conditions])
  return [
    ...chunks.map((part): RecordedPart => {
      const steps = inserted(part)
      return {
        steps,
        recorded: (first) => [{ kind: 'create', table, after: [{ step: first + steps.length - 1, rows: part.count }] }],
        isLarge: true,
      }
    }),
    { steps: countOn(copy, insert), recorded: () => [] },
  ]
}

/** Reads staged rows as they are stored, then inserts them one by one, as rows of the API. */
function insertEach(copy: CopiedRows, insert: Insert, { params, count }: Part): Step[] {
  const { index, database } = copy
  const { dialect } = database
  const { columns } = index.table
  const tokens = insert.of.map((_, at) => `staged value ${at} ${randomUUID()}`)
  const rebound = dialect.rows.rebound ?? ((_column: Column, name: string) => name)
  const values = insert.of.map((column) => rebound(column, stagedPlace(copy, column)))
  const read = {
    sql: `SELECT ${values.length === 0 ? '1' : values.join(', ')} FROM ${stagedRows(copy, insert, true)}`,
    params,
    returns: true,
    asStored: { columns: exactPlaces(insert.of) },
  }
  const write = dialect.rows.insert({ table: index.table, columns: insert.of, rows: [tokens], returned: columns })
  return [read, { ...write, eachEarlierRow: tokens, expectRows: count, ...typed(columns) }]
}

/** Keeps integers apart from floating point, as writes of the API do. */
function typed(columns: readonly Column[]): Pick<Step, 'asStored'> {
  const places = typedPlaces(columns)
  return places.length === 0 ? {} : { asStored: { columns: places } }
}

/** Reads the matched records of each part before and after their update, in the order of their keys. */
async function updateParts(copy: CopiedRows): Promise<RecordedPart[]> {
  const { database, index, matched } = copy
  const { table } = index
  const { quote, placeholder, rows } = database.dialect
  if (matched === undefined || !isUpdating(copy)) return []
  const columns = columnNames(database.dialect, table.columns)
  const order = table.primaryKey.map(quote).join(', ')
  const where = `${isMatched(copy, matched, isInPart(quote(lineName), placeholder, 1))} ORDER BY ${order}`
  const read = `SELECT ${columns} FROM ${quote(table.name)} WHERE ${where}`
  const lock = rows.lock?.(table, where, columns) ?? read
  return (await chunksOf(database, matched, [])).map((part): RecordedPart => {
    const { params, count } = part
    const rowsOf = (sql: string): Step => ({ sql, params, returns: true, ...typed(table.columns) })
    return {
      steps: [rowsOf(lock), updateStep(copy, matched, part), rowsOf(read)],
      recorded: (first) => [
        {
          kind: 'update',
          table,
          before: [{ step: first, rows: count }],
          after: [{ step: first + 2, rows: count }],
        },
      ],
      isLarge: true,
    }
  })
}

/** Returns the condition of records that staged rows match. @param where  about the staged rows */
function isMatched({ database, index }: CopiedRows, matched: string, where: string): string {
  const { quote, rows } = database.dialect
  const key = index.table.primaryKey.map((name) => `${quote(index.table.name)}.${quote(name)}`)
  const keys = key.map((_, at) => `m.${quote(keyName(at))}`)
  const from = `${quote(matched)} m WHERE ${where}`
  if (key.length > 1 && rows.among !== undefined) return rows.among(key, keys, from)
  return `(${key.join(', ')}) IN (SELECT ${keys.join(', ')} FROM ${from})`
}

const isUpdating = ({ there, changing }: CopiedRows): boolean => there > 0 && changing.length > 0

function updateSteps(copy: CopiedRows): Step[] {
  const { matched, there } = copy
  if (matched === undefined || !isUpdating(copy)) return []
  return [updateStep(copy, matched, { count: there })]
}

/** @param part  the staged rows; without `params`, all of them */
function updateStep(
  copy: CopiedRows,
  matched: string,
  { params = [], count }: Pick<Part, 'count'> & Partial<Part>,
): Step {
  const { database, index, columns, changing, now } = copy
  const { quote, placeholder, rows } = database.dialect
  const { table } = index
  const times = table.columns.filter(isChangeTime)
  const same = sameKey(table, 'm', quote(table.name), quote)
  const line = `m.${quote(lineName)}`
  const where = params.length === 0 ? `${line} IS NOT NULL` : isInPart(line, placeholder, times.length + 1)
  const stagedIn = (column: Column): string => `m.${quote(stagedName(columns.indexOf(column)))}`
  const isJoined = rows.updateJoined !== undefined
  const target = (column: Column): string => (isJoined ? `${quote(table.name)}.` : '') + quote(column.name)
  const set = [
    ...changing.map((column) => {
      const value = isJoined ? stagedIn(column) : `(SELECT ${stagedIn(column)} FROM ${quote(matched)} m WHERE ${same})`
      return `${target(column)} = ${value}`
    }),
    ...times.map((column, at) => `${target(column)} = ${placeholder(at + 1)}`),
  ].join(', ')
  const sql =
    rows.updateJoined?.({ table, from: `${quote(matched)} m`, on: same, set, where }) ??
    `UPDATE ${quote(table.name)} SET ${set} WHERE ${isMatched(copy, matched, where)}`
  return { sql, params: [...times.map(() => timestamp(now)), ...params], expectRows: count }
}

const countedOf = ({ columns }: CopiedRows): Column | undefined => columns.find(({ autoIncrement }) => autoIncrement)

/** Rows without a generated key come last: the database numbers them after the others. */
function insertsOf(copy: CopiedRows): Insert[] {
  const { columns } = copy
  const counted = countedOf(copy)
  if (counted === undefined) return [{ of: columns, conditions: [] }]
  const place = stagedPlace(copy, counted)
  return [
    { of: columns, conditions: [`${place} IS NOT NULL`], bringsKey: true },
    { of: columns.filter((column) => column !== counted), conditions: [`${place} IS NULL`], bringsKey: false },
  ]
}

function insertStep(
  copy: CopiedRows,
  insert: Insert,
  { end = '', isPart = false }: { readonly end?: string; readonly isPart?: boolean } = {},
): Step {
  const { database, index } = copy
  const { quote, rows } = database.dialect
  const { table } = index
  const { of } = insert
  const names = of.map(({ name }) => quote(name)).join(', ')
  const values = of.map((column) => stagedPlace(copy, column)).join(', ')
  const overriding = of.some(isAlwaysIdentity) ? (rows.overriding ?? '') : ''
  const step: Step = {
    sql: `INSERT INTO ${quote(table.name)} (${names})${overriding} SELECT ${values} FROM ${stagedRows(copy, insert, isPart)}${end}`,
    params: [],
  }
  const counted = countedOf(copy)
  const brings = counted !== undefined && of.includes(counted)
  return brings && rows.withOwnKeys ? rows.withOwnKeys(table.name, step) : step
}

const stagedPlace = ({ database, columns }: CopiedRows, column: Column): string =>
  `s.${database.dialect.quote(stagedName(columns.indexOf(column)))}`

/** Returns the staged rows of an insert in their order. @param isPart  true for those between two bound lines */
function stagedRows(copy: CopiedRows, { conditions }: Insert, isPart: boolean): string {
  const { quote, placeholder } = copy.database.dialect
  const line = `s.${quote(lineName)}`
  const where = [...isNew(copy), ...conditions, ...(isPart ? [isInPart(line, placeholder, 1)] : [])]
  return `${quote(copy.staging)} s${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`} ORDER BY ${line}`
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

/** Rows of one entry of the outbox. */
interface Part {
  /** First and last line. */
  readonly params: readonly StoredValue[]
  readonly count: number
}

const isInPart = (line: string, placeholder: (at: number) => string, first: number): string =>
  `${line} BETWEEN ${placeholder(first)} AND ${placeholder(first + 1)}`

/** Splits staged rows into parts. Lines that are missing make parts smaller. */
async function chunksOf(database: Database, staging: string, conditions: readonly string[]): Promise<Part[]> {
  const { quote } = database.dialect
  const line = `s.${quote(lineName)}`
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  const sql = `SELECT MIN(${line}), MAX(${line}), COUNT(*) FROM ${quote(staging)} s${where} GROUP BY ${line} - ${line} % ${rowsPerEntry} ORDER BY 1`
  const rows = await database.read({ sql, params: [] }, { lane: 'long', timeoutMs: wholeMs })
  return rows.map(([first = 0, last = 0, count]) => ({ params: [first, last], count: Number(count) }))
}
