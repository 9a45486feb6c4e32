import { columnType } from '@common/columns/registry'
import { valueKind } from '@common/columns/value-kind'
import type { StoredValue } from '@common/columns/column-type'
import { limits } from '@common/constants'
import type { Column } from '@common/model'
import { isExactNumber, parseExactJson } from '@common/util/parse-json'
import { isDeeperThan } from '@common/util/json-depth'
import type { InsertedKeys, JsonRows } from '@main/db/statement'
import { affinityOf } from './affinity'
import { quote } from './literals'
import { bindable, type Connection } from './worker-connection'
import { stopIfCancelled } from './worker-slots'
import { rollBack } from './worker-writes'

/*
 * Bulk insert of plain rows: parses, validates, converts and inserts them in one pass, in the writer thread. A wrong
 * value, an unknown key or a trigger rolls everything back. Then the server takes the ordinary path, which also
 * explains the error.
 */

/** Values per statement. A call costs more than a row, but longer statements gain nothing. */
const valuesAtOnce = 128
/** Levels of JSON above a value: the list and its row. */
const levelsAbove = 2

/** Thrown if a row needs the ordinary path: everything is rolled back. */
class NeedsLook extends Error {}

/** Returns undefined, with nothing written, if a row needs the ordinary path. @throws errors not caused by rows */
export function insertJson(connection: Connection, order: JsonRows): InsertedKeys | undefined {
  const { database } = connection
  try {
    connection.refuseReplaced()
    database.exec('BEGIN IMMEDIATE')
    connection.refuseUnguarded()
    if (hasTriggers(connection, order.table)) throw new NeedsLook()
    const keys = new RowInserter(connection, order).insert(parsedRows(order.json))
    if (order.after !== undefined)
      connection.prepare(order.after.sql).run([...order.after.params, keys.firstKey, keys.count])
    connection.refuseReplaced()
    database.exec('COMMIT')
    return keys
  } catch (error) {
    rollBack(connection)
    if (error instanceof NeedsLook || isAboutRows(error)) return undefined
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Characters parsed at once. Values of a whole body would outlive several garbage collections, which copy them. */
const charactersAtOnce = 64 * 1024

/** Parses a list of rows, part by part. @throws NeedsLook if the JSON is wrong or isn't a list */
function* parsedRows(json: Uint8Array): Generator<unknown> {
  const text = decoded(json)
  const [start] = /^[\t\n\r ]*\[/.exec(text) ?? []
  if (start === undefined) throw new NeedsLook()
  let from = start.length
  for (;;) {
    const end = text.indexOf('},{', from + charactersAtOnce) + 1
    // If the part ends inside a row or a text, it isn't valid JSON: then the rest is parsed at once.
    const part = end === 0 ? undefined : parsedList(`[${text.slice(from, end)}]`)
    if (part !== undefined) {
      yield* part
      from = end + 1
      continue
    }
    const rest = parsedList(`[${text.slice(from)}`)
    if (rest === undefined) throw new NeedsLook()
    yield* rest
    return
  }
}

function decoded(json: Uint8Array): string {
  try {
    return utf8.decode(json)
  } catch {
    throw new NeedsLook()
  }
}

function parsedList(text: string): readonly unknown[] | undefined {
  try {
    return parseExactJson(text) as readonly unknown[]
  } catch {
    return undefined
  }
}

function isAboutRows(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)/.test(code) || error instanceof RangeError
}

function hasTriggers(connection: Connection, table: string): boolean {
  const sql = `SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE LIMIT 1`
  return connection.rows(sql, [table], false, false).length > 0
}

type Statement = ReturnType<Connection['prepare']>

/** Converts one value of a row for binding. @throws NeedsLook */
type ReadValue = (sent: unknown) => StoredValue

/** Rows that set the same keys in the same order. */
interface Shape {
  readonly keys: readonly string[]
  /** Parallel to `keys`; undefined for keys that accept empty values only. */
  readonly readers: readonly (ReadValue | undefined)[]
  /** Bound after the values of the row. */
  readonly fixed: readonly StoredValue[]
  readonly one: Statement
  readonly several: Statement
  readonly params: StoredValue[]
  readonly width: number
}

class RowInserter {
  readonly #readers = new Map<number, ReadValue>()
  readonly #shapes = new Map<string, Shape>()
  #shape: Shape | undefined
  /** Number of rows whose values are buffered in `params`. */
  #waiting = 0
  /** Key of the last inserted row. */
  #last: number | undefined

  constructor(
    private readonly connection: Connection,
    private readonly order: JsonRows,
  ) {}

  /** Inserts the rows. Their keys have no gaps. @throws NeedsLook */
  insert(rows: Iterable<unknown>): InsertedKeys {
    let firstKey = 0
    let count = 0
    for (const row of rows) {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new NeedsLook()
      if (++count > this.order.rowsMax) throw new NeedsLook()
      this.#add(row as Readonly<Record<string, unknown>>)
      if (count > 1) continue
      // Inserted alone, so that every later statement can check for gaps in the keys.
      this.#insertWaiting()
      firstKey = this.#last ?? 0
    }
    if (count === 0) throw new NeedsLook()
    this.#insertWaiting()
    return { firstKey, count }
  }

  #add(row: Readonly<Record<string, unknown>>): void {
    const shape = this.#shape
    if (shape === undefined) return this.#addOther(row)
    const { keys, readers, fixed, params, width } = shape
    let place = this.#waiting
    let at = 0
    // Reads while it enumerates, which costs a fraction of a lookup by key.
    for (const key in row) {
      if (key !== keys[at]) return this.#addOther(row)
      const value = row[key]
      const read = readers[at++]
      if (read !== undefined) params[place++] = read(value)
      else if (value !== null && !(Array.isArray(value) && value.length === 0)) throw new NeedsLook()
    }
    if (at !== keys.length) return this.#addOther(row)
    for (const value of fixed) params[place++] = value
    this.#waiting += width
    if (this.#waiting === params.length) this.#run(shape.several, params)
  }

  /** Adds a row with other keys than the one before. */
  #addOther(row: Readonly<Record<string, unknown>>): void {
    this.#insertWaiting()
    this.#shape = this.#shapeOf(Object.keys(row))
    this.#add(row)
  }

  /** Inserts rows that don't fill a statement, one by one. */
  #insertWaiting(): void {
    const { one, params, width } = this.#shape ?? {}
    if (one === undefined || params === undefined || width === undefined) return
    const waiting = this.#waiting
    for (let from = 0; from < waiting; from += width) this.#run(one, params.slice(from, from + width))
    this.#waiting = 0
  }

  #run(statement: Statement, params: StoredValue[]): void {
    stopIfCancelled()
    const { changes, lastInsertRowid } = statement.run(params)
    const last = Number(lastInsertRowid)
    const rows = params.length / (this.#shape?.width ?? 1)
    // A conflict clause skipped rows, or the keys have gaps.
    if (changes !== rows || !Number.isSafeInteger(last)) throw new NeedsLook()
    if (this.#last !== undefined && last !== this.#last + rows) throw new NeedsLook()
    this.#last = last
    this.#waiting = 0
  }

  #shapeOf(keys: readonly string[]): Shape {
    const name = JSON.stringify(keys)
    const known = this.#shapes.get(name)
    if (known !== undefined) return known
    const { order, connection } = this
    const places = keys.map((key) => order.keys.get(key))
    const set = places.filter((place) => place !== undefined && place >= 0)
    if (places.includes(undefined) || new Set(set).size !== set.length) throw new NeedsLook()
    if (!order.required.every((place) => set.includes(place))) throw new NeedsLook()
    const fixed = order.fixed.filter(([place]) => !set.includes(place))
    const columns = [...set, ...fixed.map(([place]) => place)].map((place) => order.columns[place ?? -1])
    const width = columns.length
    if (width === 0) throw new NeedsLook()
    const together = Math.max(1, Math.floor(valuesAtOnce / width))
    const names = columns.map((column) => quote(column?.name ?? '')).join(', ')
    const row = `(${columns.map(() => '?').join(', ')})`
    const statement = (count: number): Statement =>
      connection.prepare(`INSERT INTO ${quote(order.table)} (${names}) VALUES ${Array(count).fill(row).join(', ')}`)
    const shape: Shape = {
      keys,
      readers: places.map((place) => (place === undefined || place < 0 ? undefined : this.#readerOf(place))),
      fixed: fixed.map(([, value]) => value),
      one: statement(1),
      several: statement(together),
      params: Array<StoredValue>(width * together).fill(null),
      width,
    }
    this.#shapes.set(name, shape)
    return shape
  }

  #readerOf(place: number): ReadValue {
    const known = this.#readers.get(place)
    if (known !== undefined) return known
    const column = this.order.columns[place]
    if (column === undefined) throw new NeedsLook()
    const made = readerOf(column)
    this.#readers.set(place, made)
    return made
  }
}

const notFinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])

function readerOf(column: Column): ReadValue {
  const type = columnType(column.uiType)
  const kind = valueKind(column)
  const keepsDoubles = isNumeric(column.nativeType)
  return (sent) => {
    if (typeof sent === 'object' && sent !== null && !isPlainJson(sent)) throw new NeedsLook()
    let value: StoredValue
    if (kind === 'untyped' && typeof sent === 'number') value = sent
    else {
      const parsed = type.parse(sent, column)
      if (!parsed.ok) throw new NeedsLook()
      value = parsed.value
    }
    // Infinity arrives as text and is bound as a number.
    if (typeof value === 'string' && kind === 'number' && notFinite.has(value)) throw new NeedsLook()
    if (typeof value === 'string' || value === null || (keepsDoubles && typeof value === 'number')) return value
    return bindable([value])[0] ?? null
  }
}

/** False for numbers with more digits than a double, which need their column's type, and for too deep nesting. */
const isPlainJson = (value: object): boolean =>
  !isExactNumber(value) && !isDeeperThan(value, limits.jsonDepth - levelsAbove)

/** True if an integer bound as a double is stored as an integer, or as a double with the same text. */
function isNumeric(nativeType: string): boolean {
  const affinity = affinityOf(nativeType)
  // ANY in a STRICT table stores doubles and integers as different values.
  return affinity === 'INTEGER' || affinity === 'REAL' || (affinity === 'NUMERIC' && !/^any$/i.test(nativeType))
}
