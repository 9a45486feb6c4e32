import type { StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parseListQuery } from '@common/query/list-query'
import { parseNested } from '@common/query/nested'
import type { Filter, ListQuery } from '@common/query/tree'
import { computedOf, hasComputed, isComputed, resultColumn, type ComputedColumn } from '@main/db/computed'
import type { JsonShape, ReadOptions } from '@main/db/database'
import type { Comparison, Dialect } from '@main/db/dialect'
import { readLines } from '@main/db/json-rows'
import { raw } from '@main/db/sql-fragment'
import type { Statement } from '@main/db/statement'
import { Lru } from '@main/lib/lru'
import { tableIndex, type TableIndex } from '../plan/columns'
import { compileList, jsonShape, withPage } from '../compile/read'
import { readPage } from '../run/large-reads'
import { planNested, showsLinks, type NestedPlan } from '../nested/plan'
import { leadingColumns, rowLines, withNested } from '../nested/rows'
import { planList, type ListPlan } from '../plan/plan'
import { resolveRelated } from '../plan/related'
import { exactPlaces } from '../rows/row-statements'
import { behind, type KeysetColumn } from './keyset'
import { cursorToken, readCursorToken } from './token'
import type { ReadCall } from '../run/read-call'

type QueryText = Iterable<readonly [string, string]>

/** A list with a cursor. Pages continue after the last row, so that each costs the same. */
export interface Walk {
  readonly query: ListQuery
  /** Visible columns, which come first in a row. */
  readonly columns: readonly Column[]
  /** The next rows as stored; fewer than requested at the end of the list. `asStored` keeps digits and number types. */
  readonly rows: (
    position: readonly StoredValue[] | undefined,
    limit: number,
    options?: { readonly asStored?: boolean },
  ) => Promise<StoredValue[][]>
  /** Returns the position of a row in the order. */
  readonly positionOf: (row: readonly StoredValue[]) => readonly StoredValue[]
  /** Returns the rows as JSON, each with its position. */
  readonly lines: (
    position: readonly StoredValue[] | undefined,
    limit: number,
  ) => Promise<{ readonly texts: readonly string[]; readonly positions: readonly (readonly StoredValue[])[] }>
  /** Returns rows as JSON objects, with the requested linked rows. */
  readonly json: (rows: readonly (readonly StoredValue[])[]) => Promise<string[]>
  /** True if an index leads from row to row, so that many small pages cost no more than a large one. */
  readonly bounded: boolean
  /** Identity of the list. */
  readonly text: string
  readonly size: number
}

/** Name of the row number, which has no column. */
const rowNumberTitle = '~row'

/** The part of a cursor list that doesn't depend on its position, cached per table. */
interface PlannedWalk {
  readonly query: Omit<ListQuery, 'page'>
  readonly index: TableIndex
  readonly plan: ListPlan
  readonly plans: readonly NestedPlan[]
  readonly shown: readonly Column[]
  readonly order: readonly KeysetColumn[]
  readonly columns: readonly Column[]
  readonly places: readonly number[]
  readonly leading: readonly Column[]
  readonly bounded: boolean
  readonly shape: JsonShape
  /** Values of the sort key first, then those that links need. */
  readonly lined: JsonShape
  readonly text: string
}

/** A new table object invalidates the cache. */
const planned = new WeakMap<TableIndex, Lru<string, PlannedWalk>>()
const walksMax = 50
const cachedTextLengthMax = 2_000
const placeParameters: ReadonlySet<string> = new Set(['after', 'limit', 'l', 'offset', 'o'])

async function plannedWalk(call: ReadCall, parameters: [string, string][], links: boolean): Promise<PlannedWalk> {
  if (call.within !== undefined) return planWalk(call, parameters, links)
  const walks = planned.get(call.index) ?? new Lru<string, PlannedWalk>(walksMax)
  planned.set(call.index, walks)
  const key = JSON.stringify([links, call.projectId, parameters.filter(([name]) => !placeParameters.has(name))])
  const known = walks.get(key)
  if (known !== undefined) return known
  const made = await planWalk(call, parameters, links)
  if (key.length <= cachedTextLengthMax) walks.set(key, made)
  return made
}

async function planWalk(call: ReadCall, parameters: [string, string][], links: boolean): Promise<PlannedWalk> {
  const { database, tableNamed } = call
  const { dialect } = database
  const parsed = parseListQuery(parameters)
  const query = { ...parsed, filter: joined(call.within, parsed.filter) }
  const index = withRowNumber(call.index)
  const computed = hasComputed(index.table) ? await computedOf(dialect, call.index.table, tableNamed) : undefined
  await resolveRelated(dialect, index, query.filter, tableNamed)
  const listed: ListQuery = {
    ...parsed,
    // All columns but the row number.
    fields: parsed.fields ?? [...call.index.table.columns.map(({ title }) => title), ...titlesOf(computed?.columns)],
  }
  const { filter: _, ...unfiltered } = listed
  const asked = query.filter ? { ...listed, filter: query.filter } : unfiltered
  const plan = planList(index, asked, dialect.comparison, computed)
  const nested = parseNested(parameters)
  const plans = links && showsLinks(index, nested) ? await planNested(dialect, index, nested, tableNamed) : []
  const shown = shownColumns(plan, plans)
  const order = orderOf(plan)
  const leading = leadingColumns(plans)
  const placed = order.map(({ column }) => placeOf(dialect.comparison, dialect.quote, column))
  const columns = [...new Set([...shown, ...leading, ...placed])]
  const places = placed.map((column) => columns.indexOf(column))
  // With a filter, an index may find the first row, but the distance to the next one is unknown.
  const { bounded } = planList(index, unfiltered, dialect.comparison, computed)
  const shape: JsonShape = jsonShape(shown)
  return {
    query: parsed,
    index,
    plan,
    plans,
    shown,
    order,
    columns,
    places,
    leading,
    bounded,
    shape,
    lined: { ...shape, lines: [...places, ...leading.map((column) => columns.indexOf(column))] },
    text: JSON.stringify([
      call.projectId,
      index.table.name,
      // A cursor of another principal doesn't fit.
      ...(index.table.sight.restricted
        ? [[index.table.columns.map(({ name }) => name), index.table.sight.rows ?? null]]
        : []),
      query.filter ?? null,
      plan.search ?? null,
      order.map(({ column, descending }) => [column.name, descending]),
    ]),
  }
}

/**
 * @param links  true to include linked rows
 * @throws AppError COLUMN_NOT_FOUND, QUERY_PARAMETER_INVALID if no order identifies the rows
 */
export async function openWalk(call: ReadCall, text: QueryText, links: boolean): Promise<Walk> {
  const { database } = call
  const { dialect } = database
  const parameters = [...text].map(([name, value]): [string, string] => [name, value])
  const { page } = parseListQuery(parameters.filter(([name]) => placeParameters.has(name)))
  const walk = await plannedWalk(call, parameters, links)
  const { query, plan, plans, shown, order, columns, places, leading, bounded, shape, lined } = walk
  const isStraight = bounded && plan.filter === undefined && plan.search === undefined
  const lane = isStraight ? 'short' : 'long'

  const statementOf = (phase: Filter | undefined, limit: number): Statement => {
    const filter = joined(plan.filter, phase)
    const compiled = compileList(dialect, { ...plan, columns, filter, bounded: bounded && filter === phase })
    return withPage(compiled, { limit, offset: 0 })
  }
  const phasesOf = (position: readonly StoredValue[] | undefined): readonly (Filter | undefined)[] =>
    position === undefined ? [undefined] : behind(order, position)

  return {
    query: { ...query, page },
    columns: shown,
    bounded: isStraight,
    size: order.length,
    text: walk.text,
    async rows(position, limit, options) {
      const asStored = options?.asStored === true ? exactPlaces(columns) : []
      const rows: StoredValue[][] = []
      for (const phase of phasesOf(position)) {
        if (rows.length >= limit) break
        const statement = statementOf(phase, limit - rows.length)
        rows.push(...(await database.read(statement, { signal: call.signal, lane, asStored })))
      }
      return rows
    },
    async lines(position, limit) {
      // A short page finishes before it could be cancelled.
      const read: ReadOptions = isStraight ? { lane } : { signal: call.signal, lane }
      const texts: string[] = []
      const values: (readonly StoredValue[])[] = []
      for (const phase of phasesOf(position)) {
        if (texts.length >= limit) break
        const found = readLines(await database.readJson(statementOf(phase, limit - texts.length), lined, read))
        texts.push(...found.texts)
        values.push(...found.values)
      }
      const positions = values.map((row) => row.slice(0, places.length))
      if (plans.length === 0) return { texts, positions }
      const linked = { texts, values: values.map((row) => row.slice(places.length)) }
      return { texts: await withNested(database, linked, leading, plans, call), positions }
    },
    positionOf: (row) => places.map((place) => row[place] ?? null),
    json: (rows) => withNested(database, rowLines(shape, rows), columns, plans, call),
  }
}

/** A page of a cursor list, with the cursor of the next one. */
export interface CursorPage {
  readonly body: string
  /** Undefined on the last page. */
  readonly next: string | undefined
}

/**
 * Reads a page: `after=` for the first one, `after={token}` for later ones.
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export async function cursorPage(call: ReadCall, query: URLSearchParams): Promise<CursorPage> {
  const [after = '', ...more] = query.getAll('after')
  if (more.length > 0) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'after' })
  const offset = ['offset', 'o'].find((name) => query.has(name))
  if (offset !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: offset })
  const walk = await openWalk(call, query, true)
  const position = after === '' ? undefined : readCursorToken(walk.text, after, walk.size, call.cursorKey)
  const { limit } = walk.query.page
  let last: readonly StoredValue[] | undefined
  const body = await readPage(call, limit, !walk.bounded, async () => {
    // Reads one more row to detect the last page.
    const { texts, positions } = await walk.lines(position, limit + 1)
    last = texts.length > limit ? positions[limit - 1] : undefined
    return `[${texts.slice(0, limit).join(',')}]`
  })
  return { body, next: last && cursorToken(walk.text, last, call.cursorKey) }
}

/** Returns the column that holds a row's sort position for another column, usually that column itself. */
function placeOf(comparison: Comparison, quote: Dialect['quote'], column: Column): Column {
  const place = isComputed(column) ? undefined : comparison.place?.(column, quote(column.name))
  if (place === undefined) return column
  const value = raw(place)
  const computed = { id: '', output: value, value, expression: { sql: value, type: 'text' } } as const
  const made: ComputedColumn = { ...resultColumn(typeFor.text, '', {}), title: `~${column.title}`, computed }
  return made
}

/** As in lists: foreign keys of expanded belongs-to links are visible. */
function shownColumns({ index, columns }: ListPlan, plans: readonly NestedPlan[]): readonly Column[] {
  const from = plans.flatMap((plan) => (plan.link.kind === 'belongsTo' ? plan.from : []))
  const leading = from.filter((column) => index.position.has(column))
  return [...new Set([...columns, ...leading])]
}

/** @throws AppError QUERY_PARAMETER_INVALID if no order identifies the rows */
function orderOf({ index, computed, order }: ListPlan): KeysetColumn[] {
  const whole = index.key.length > 0 ? index.key.map(({ name }) => name) : [index.table.rowId]
  if (!whole.every((name) => order.some((key) => key.name === name)))
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'after', table: index.table.title })
  return order.map(({ name, descending, computed: found }) => {
    const column = found ?? index.byName.get(name) ?? computed?.byKey.get(name)
    const isList = column !== undefined && isComputed(column) && column.computed.many !== undefined
    if (column === undefined || isList) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'sort' })
    return { column, descending, nullable: !column.required && !column.primaryKey && !column.autoIncrement }
  })
}

/** A table without a key is paged by its row number, which has no column. */
function withRowNumber(index: TableIndex): TableIndex {
  const { table } = index
  const { rowId } = table
  if (index.key.length > 0 || rowId === null || index.byName.has(rowId)) return index
  const known = numbered.get(index)
  if (known) return known
  const number = { ...resultColumn(typeFor.whole, 'INTEGER', {}), name: rowId, title: rowNumberTitle, required: true }
  const numberedIndex = tableIndex({ ...table, columns: [...table.columns, number] })
  const made = index.leftOut === undefined ? numberedIndex : { ...numberedIndex, leftOut: index.leftOut }
  numbered.set(index, made)
  return made
}
const numbered = new WeakMap<TableIndex, TableIndex>()

const titlesOf = (columns: readonly Column[] = []): string[] => columns.map(({ title }) => title)

function joined(...filters: readonly (Filter | undefined)[]): Filter | undefined {
  const given = filters.filter((filter) => filter !== undefined)
  return given.length > 1 ? { kind: 'and', filters: given } : given[0]
}
