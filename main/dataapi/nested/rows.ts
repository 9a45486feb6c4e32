import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { Page } from '@common/query/tree'
import type { Database, JsonShape, ReadOptions } from '@main/db/database'
import { isComputed } from '@main/db/computed'
import { compileRowWriter, readLines, type RowLines, type RowWriter } from '@main/db/json-rows'
import { jsonShape } from '../compile/read'
import { findUnreadable, isForbidden, unreadableNow, type Unreadable } from '../run/unreadable'
import { compileNested, compileUncounted, type NestedStatement } from './compile'
import type { NestedPlan } from './plan'
import type { NestedOptions } from './ends'
/** Linked rows as JSON, by key. */
type Found = ReadonlyMap<string, readonly string[]>

/**
 * Serializes rows with their linked rows, by one statement per link for any number of rows.
 * @param rows  with the key values of the links
 * @param columns  of the key values
 */
export async function withNested(
  database: Database,
  { texts, values }: RowLines,
  columns: readonly Column[],
  plans: readonly NestedPlan[],
  options: NestedOptions,
): Promise<string[]> {
  const links = plans.map((plan) => ({ plan, at: plan.from.map((column) => columns.indexOf(column)) }))
  const found = await Promise.all(links.map(({ plan, at }) => findReadable(database, values, plan, at, options)))
  return texts.map((text, row) => {
    const own = values[row] ?? []
    const nested = links.map(({ plan, at }, n) => {
      const rows = found[n]
      return rows === undefined ? '' : nestedText(plan, rows.get(keyOf(at.map((place) => own[place])) ?? ''))
    })
    return withMembers(
      text,
      nested.filter((member) => member !== ''),
    )
  })
}

/** Returns the columns where links start; their values must be read too. */
export function leadingColumns(plans: readonly NestedPlan[]): readonly Column[] {
  return [...new Set(plans.flatMap(({ from }) => from))]
}

/** Converts rows with all values to the input of `withNested`. */
export function rowLines(shape: JsonShape, rows: readonly (readonly StoredValue[])[]): RowLines {
  const writeRow = writerOf(shape, () => shape)
  return { texts: rows.map((row) => written(writeRow([row], true))), values: rows }
}

/**
 * Omits computed columns that the database forbids. Returns undefined if it forbids reading the linked rows at all; the
 * parent rows stay readable.
 */
async function findReadable(
  database: Database,
  rows: RowLines['values'],
  plan: NestedPlan,
  at: readonly number[],
  options: NestedOptions,
): Promise<Found | undefined> {
  const { table } = plan.index
  const find = async (unreadable: Unreadable | undefined): Promise<Found> => {
    const left = plan.columns.filter((column) => isComputed(column) && unreadable?.ids.has(column.computed.id) === true)
    const columns = plan.columns.filter((column) => !left.includes(column))
    const found = await findNested(database, rows, left.length === 0 ? plan : { ...plan, columns }, at, options)
    for (const { title } of left) if (unreadable) options.omitted?.(`${plan.key}.${title}`, unreadable.error)
    return found
  }
  const known = plan.computed && unreadableNow(table)
  try {
    return await find(known)
  } catch (error) {
    if (!isForbidden(error)) throw error
    const isUnknown = plan.computed !== undefined && known === undefined && options.tableNamed !== undefined
    const found = isUnknown ? await findUnreadable(database, table, options.tableNamed, error) : undefined
    return found === undefined ? omitted(error) : find(found).catch(omitted)
  }

  function omitted(error: unknown): undefined {
    if (!isForbidden(error)) throw error
    options.omitted?.(plan.key, error)
    return undefined
  }
}

async function findNested(
  database: Database,
  rows: RowLines['values'],
  plan: NestedPlan,
  at: readonly number[],
  options: Pick<ReadOptions, 'signal'>,
): Promise<Found> {
  const keys = new Map<string, readonly StoredValue[]>()
  for (const row of rows) {
    const key = at.map((place) => row[place] ?? null)
    const text = keyOf(key)
    if (text !== undefined) keys.set(text, key)
  }
  if (keys.size === 0) return new Map()
  const { linked, page } = await readLinked(database, plan, [...keys.values()], options)
  const found = new Map<string, string[]>()
  linked.texts.forEach((text, row) => {
    const key = keyOf(linked.values[row] ?? []) ?? ''
    const known = found.get(key)
    if (known === undefined) found.set(key, [text])
    else known.push(text)
  })
  if (page !== undefined)
    for (const [key, texts] of found) found.set(key, texts.slice(page.offset, page.offset + page.limit))
  return found
}

interface LinkedLines {
  readonly linked: RowLines
  /** Page to cut from the rows of each key; present if `linked` holds all of them. */
  readonly page?: Page
}

/** Links with more rows than a page; the database numbers their rows. */
const crowded = new WeakSet<NestedPlan>()
/** Limit for reading rows without a count; beyond it, most of the rows could be discarded. */
const uncountedMax = 5_000

async function readLinked(
  database: Database,
  plan: NestedPlan,
  keys: readonly (readonly StoredValue[])[],
  options: Pick<ReadOptions, 'signal'>,
): Promise<LinkedLines> {
  const { dialect } = database
  const lines = async ({ keySize, ...statement }: NestedStatement): Promise<RowLines> => {
    const read: ReadOptions = plan.bounded ? { lane: 'short' } : { signal: options.signal, lane: 'long' }
    return readLines(await database.readJson(statement, linkedShape(plan, keySize), read))
  }
  const { page } = plan.query
  const most = keys.length * (page.offset + page.limit)
  // Falling back to the count costs a database server another round trip.
  const isAtHand = dialect.pagesOfKeys === true && plan.bounded && most <= uncountedMax
  if (plan.link.kind === 'manyToMany' && isAtHand && !crowded.has(plan)) {
    const linked = await lines(compileUncounted(dialect, plan, keys, most))
    if (linked.texts.length <= most) return { linked, page }
    crowded.add(plan)
  }
  return { linked: await lines(compileNested(dialect, plan, keys)) }
}

const linkedShapes = new WeakMap<NestedPlan, JsonShape>()

/** Shape of linked rows without their leading key values. */
function linkedShape(plan: NestedPlan, keySize: number): JsonShape {
  const known = linkedShapes.get(plan)
  if (known !== undefined) return known
  const lines = Array.from({ length: keySize }, (_, at) => at)
  const shape = { ...jsonShape(plan.columns), first: keySize, lines }
  linkedShapes.set(plan, shape)
  return shape
}

const writers = new WeakMap<object, RowWriter>()

/** Compiled once per shape. Plans are cached, and their serializers with them. */
function writerOf(of: object, shapeOf: () => JsonShape): RowWriter {
  const known = writers.get(of)
  if (known !== undefined) return known
  const made = compileRowWriter({ ...shapeOf(), single: true })
  writers.set(of, made)
  return made
}

/** Returns key values as text; undefined if one is NULL, which matches nothing. */
function keyOf(values: readonly (StoredValue | undefined)[]): string | undefined {
  if (values.some((value) => value === null || value === undefined)) return undefined
  return JSON.stringify(values.map(String))
}

/** wire §9.3: without a parent, the key is absent; children are a list, possibly empty. */
function nestedText({ key, link }: NestedPlan, rows: readonly string[] | undefined): string {
  if (link.kind !== 'belongsTo') return `${JSON.stringify(key)}:[${(rows ?? []).join(',')}]`
  const [row] = rows ?? []
  return row === undefined ? '' : `${JSON.stringify(key)}:${row}`
}

function withMembers(object: string, members: readonly string[]): string {
  if (members.length === 0) return object
  const start = object.slice(0, -1)
  return `${start}${start === '{' ? '' : ','}${members.join(',')}}`
}

/** `read` returns exact integers, so serializing can't fail. */
function written(text: string | undefined): string {
  if (text === undefined) throw new Error('A whole number came out of the database inexact')
  return text
}
