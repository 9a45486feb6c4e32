import { hasRole } from '@common/columns/questions'
import { bulkRowsMax } from '@common/constants'
import type { Column, Table } from '@common/model'
import { orderUnplaced } from '@common/views'
import type { StepWords } from '@renderer/features/undo'
import type { RowChange } from '@renderer/stores'
import { TooManyRows } from '../rows/too-many-rows'
import { columnsToFill } from '../drafts/draft-row'
import type { GridModel } from '../model/grid-model'
import { isThere, updateOf } from '../rows/row-changes'
import { rowKey, type Row } from '../rows/row-key'
import { nameOf } from '../undo/row-steps'
import { changedWords, madeWords } from '../undo/words'
import { countRows, type RowSpan } from '../painter/selection'
import { placeBefore, placeByHand, type OrderColumn, type Placing } from './row-order'

/** The role of each column when rows are duplicated. */
export interface DuplicatePlan {
  /** Columns to copy. */
  readonly copied: readonly Column[]
  /** Left empty, since no two records may have the same value there. */
  readonly left: readonly Column[]
  /** Cannot be left empty either: such a table has no duplicates. */
  readonly blocking: readonly Column[]
}

export function planDuplicate(table: Table): DuplicatePlan {
  const written = table.columns.filter(({ generated }) => !generated)
  const alone = written.filter((column) => column.unique || column.primaryKey)
  // Single columns of a composite key may repeat, but the whole key may not. No part can be omitted.
  const mustHave = new Set(columnsToFill(table).map(({ name }) => name))
  return {
    copied: written.filter((column) => !alone.includes(column) && !isStamped(column)),
    left: alone.filter(({ primaryKey, autoIncrement, name }) => !primaryKey && !autoIncrement && !mustHave.has(name)),
    blocking: alone.filter(({ name }) => mustHave.has(name)),
  }
}

/** True for the times that Basalt writes with a row. */
const isStamped = (column: Column): boolean => hasRole(column, 'createdAt', 'changedAt')

const valuesFor = (columns: readonly Column[], row: Row): Row =>
  Object.fromEntries(columns.flatMap(({ title }) => (row[title] === undefined ? [] : [[title, row[title]]])))

/** Returns the current rows of spans. @throws TooManyRows */
export async function rowsOf(model: GridModel, spans: readonly RowSpan[]): Promise<Row[]> {
  if (countRows(spans) > bulkRowsMax) throw new TooManyRows()
  const rows: Row[] = []
  for (const { from, to } of spans) rows.push(...(await model.rows.load(from, Math.min(to, model.rows.length))))
  return rows
}

/** Duplicates rows without their keys. @returns how many, and the line of a single one */
export async function duplicateRows(
  model: GridModel,
  plan: DuplicatePlan,
  spans: readonly RowSpan[],
): Promise<{ readonly count: number; readonly line?: number }> {
  const rows = (await rowsOf(model, spans)).map((row) => valuesFor(plan.copied, row))
  const count = rows.length
  if (count === 0) return { count }
  const changes = rows.map((values): RowChange => ({ kind: 'create', values }))
  const sent = await model.apply(changes, madeWords(model.table, rows))
  if (sent.state !== 'stored')
    return count === 1 ? { count, line: model.rows.length + model.queued.made.length - 1 } : { count }
  const [made] = sent.made
  if (count === 1 && made) return { count, line: model.rows.append([await wholeRow(model, made.row)]) }
  model.rows.refresh()
  return { count }
}

/** A created row with its computed values. */
async function wholeRow(model: GridModel, row: Row): Promise<Row> {
  return model.table.virtualColumns.length === 0 ? row : model.api.read(row)
}

/** Sets the same values in many rows, in one request. @returns how many rows */
export async function changeRows(model: GridModel, spans: readonly RowSpan[], values: Row): Promise<number> {
  const rows = await rowsOf(model, spans)
  const changes = rows.map((row) => updateOf(model.table, row, values)).filter(isThere)
  const titles = Object.keys(values)
  const [first = {}] = rows
  const words = changedWords(model.table, rows.length, rows.length * titles.length, titles, nameOf(model.table, first))
  const { state } = await model.apply(changes, words)
  if (state === 'stored') model.rows.refresh()
  return rows.length
}

/** Number of rows after a position to search for a gap. */
const lookedAhead = 1_000

/** Limit of unnumbered rows before the target position: one request numbers all of them. */
const lookedBehind = bulkRowsMax - lookedAhead - 1

/** Resolves once the rows match the view. Until then, the cache may hold rows of an earlier order. */
function settled({ rows }: GridModel): Promise<void> {
  const isSettled = (): boolean => !rows.isFetching && (!rows.countIsOld || rows.countError !== undefined)
  if (isSettled()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = rows.subscribe(() => {
      if (!isSettled()) return
      end()
      resolve()
    })
  })
}

/** Returns the values that put a row before a line, with the rows that make room for it. */
async function placing(
  model: GridModel,
  { column, whole, byHand }: OrderColumn,
  line: number,
): Promise<{ readonly placing: Placing; readonly rows: readonly Row[]; readonly from: number } | undefined> {
  await settled(model)
  let from = Math.max(0, line - 1)
  const to = Math.min(model.rows.length, line + lookedAhead)
  const rows = await model.rows.load(from, to)
  const numbers = rows.map((row) => numberOf(row[column.title], byHand))
  if (byHand) {
    // Unnumbered rows are ordered by key. Numbers those before the target, so that they hold their order.
    while (numbers[0] === null && from > 0) {
      if (line - from > lookedBehind) return undefined
      const earlier = await model.rows.load(Math.max(0, from - lookedAhead), from)
      from -= earlier.length
      rows.unshift(...earlier)
      numbers.unshift(...earlier.map((row) => numberOf(row[column.title], byHand)))
    }
    return { placing: placeByHand(numbers, line - from), rows, from }
  }
  const found = placeBefore(numbers, line - from, whole, to >= model.rows.length)
  return found && { placing: found, rows, from }
}

function numberOf(value: unknown, byHand: boolean): number | null {
  const number = typeof value === 'string' ? Number(value) : value
  if (byHand && Number(number) >= orderUnplaced) return null
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Thrown if there is no position between rows with the same number, within the searched distance. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

/** Creates an empty row before a line. @throws NoRoom */
export async function insertRow(model: GridModel, order: OrderColumn, line: number): Promise<void> {
  await model.saving(async () => {
    const found = await placing(model, order, line)
    if (!found) throw new NoRoom()
    const made = { kind: 'create' as const, values: { [order.column.title]: found.placing.number } }
    const words = madeWords(model.table, [made.values])
    const { state } = await model.apply([...roomFor(model, order, found), made], words)
    if (state === 'stored') model.rows.refresh()
  })
}

/** True if a row can be stored with nothing but its position. */
export function isStoredAtOnce(table: Table, { column }: OrderColumn): boolean {
  return columnsToFill(table).every(({ name }) => name === column.name)
}

/** Reserves the number of a row that is stored later, once it has its required values. @throws NoRoom */
export async function reserveNumber(model: GridModel, order: OrderColumn, line: number): Promise<number> {
  const found = await placing(model, order, line)
  if (!found) throw new NoRoom()
  const changes = roomFor(model, order, found)
  await model.apply(changes, movedWords(model, order, changes.length))
  return found.placing.number
}

/** Puts a row before a line. @throws NoRoom */
export async function moveRow(model: GridModel, order: OrderColumn, from: number, before: number): Promise<void> {
  if (before === from || before === from + 1) return
  await model.saving(async () => {
    await settled(model)
    const [row] = await model.rows.load(from, from + 1)
    const found = row && (await placing(model, order, before))
    if (!row || !found) throw new NoRoom()
    const key = rowKey(model.table, row)
    const moved = updateOf(model.table, row, { [order.column.title]: found.placing.number })
    // The row leaves its own position, which makes room.
    const others = roomFor(model, order, found).filter((change) => change.kind !== 'update' || change.rowKey !== key)
    const changes = [...others, moved].filter(isThere)
    const { state } = await model.apply(changes, movedWords(model, order, changes.length))
    if (state === 'stored') model.rows.refresh()
  })
}

const movedWords = (model: GridModel, { column }: OrderColumn, count: number): StepWords =>
  changedWords(model.table, count, count, [column.title], model.table.title)

function roomFor(
  model: GridModel,
  { column }: OrderColumn,
  { placing: { others }, rows }: { readonly placing: Placing; readonly rows: readonly Row[] },
): RowChange[] {
  return [...others]
    .map(([place, number]) => {
      const row = rows[place]
      return row && updateOf(model.table, row, { [column.title]: number })
    })
    .filter(isThere)
}
