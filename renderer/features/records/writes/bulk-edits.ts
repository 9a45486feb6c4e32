import { bulkRowsMax } from '@common/constants'
import type { Parsed } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { RowChange } from '@renderer/stores'
import type { StepWords } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { coerceCell, textBlock, type ClipBlock, type ClipCell } from '../clipboard'
import type { DataGridColumn } from '../painter/data-grid'
import { columnsToFill } from '../drafts/draft-row'
import type { GridModel } from '../model/grid-model'
import type { Sent } from './queued-rows'
import { deleteOf, isThere, updateOf } from '../rows/row-changes'
import { jsonValue, keyValues, rowKey, type Row } from '../rows/row-key'
import { planPaste, type PastedCell, type PastePlan, type ShownText } from './paste-plan'
import { removedWords } from '../undo/words'
import { TooManyRows } from '../rows/too-many-rows'
import { rowIndexes, type CellRange, type RowSpan } from '../painter/selection'

/** Returns the effect of pasting a block into a range. */
export function planPasteInto(
  model: GridModel,
  columns: readonly DataGridColumn[],
  block: ClipBlock,
  range: CellRange,
): PastePlan {
  const parse =
    (column: Column) =>
    (cell: ClipCell): Parsed =>
      coerceCell(cell, column, model.reader)
  const targets = columns.map(({ column, editable }) => ({ column, editable, parse: parse(column) }))
  return planPaste(block, range, targets, model.rows.length, shownTexts(model, columns))
}

/** Returns the texts of the loaded cells. */
export function shownTexts(model: GridModel, columns: readonly DataGridColumn[]): ShownText {
  return (row, at) => {
    const column = columns[at]
    const cell = column && model.cellAt(row, column)
    return cell?.state === 'ready' ? cell.text : undefined
  }
}

/** Merges several plans into one. Later plans win per cell. */
export function joinPlans(plans: readonly PastePlan[]): PastePlan | undefined {
  const [first] = plans
  if (!first || plans.length === 1) return first
  const updates = new Map<number, readonly PastedCell[]>()
  for (const plan of plans)
    for (const [row, cells] of plan.updates) {
      const places = new Set(cells.map(({ column }) => column))
      updates.set(row, [...(updates.get(row) ?? []).filter(({ column }) => !places.has(column)), ...cells])
    }
  return {
    updates,
    creates: plans.flatMap(({ creates }) => creates),
    refused: plans.flatMap(({ refused }) => refused),
    skipped: plans.reduce((sum, { skipped }) => sum + skipped, 0),
    skippedColumns: [...new Set(plans.flatMap(({ skippedColumns }) => skippedColumns))],
    beyond: Math.max(...plans.map(({ beyond }) => beyond)),
    range: first.range,
  }
}

/** Options of a plan. */
export interface ApplyOptions {
  readonly withNewRows: boolean
  /** Values of further rows of the same table, with their keys: the cut cells. */
  readonly also?: readonly Row[]
  readonly signal?: AbortSignal
  /** Called when the rows are known and about to be sent. From then on the paste can't be cancelled. */
  readonly sending?: () => void
  /** Messages for the session's history: "Pasted 40 cells". */
  readonly words?: StepWords
}

/**
 * Writes a paste plan in one transaction. Creates rows past the end if the caller wants them.
 *
 * @throws TooManyRows, or the server's error; nothing changes then
 */
export function applyPaste(
  model: GridModel,
  columns: readonly DataGridColumn[],
  plan: PastePlan,
  options: ApplyOptions,
): Promise<void> {
  return model.during(pasted(model, columns, plan, options))
}

async function pasted(
  model: GridModel,
  columns: readonly DataGridColumn[],
  plan: PastePlan,
  { withNewRows, also = [], signal, sending, words }: ApplyOptions,
): Promise<void> {
  const indexes = [...plan.updates.keys()].toSorted((one, other) => one - other)
  const creates = withNewRows ? plan.creates.map((cells) => valuesOf(columns, cells)) : []
  if (indexes.length + also.length > bulkRowsMax || creates.length > bulkRowsMax) throw new TooManyRows()
  const changed = new Map<string, Changed>()
  const add = (row: Row, values: Row): void => {
    const key = rowKey(model.table, row) ?? ''
    const earlier = changed.get(key)
    // A pasted value overrides the clearing of a cut cell.
    changed.set(key, { row: earlier?.row ?? row, values: { ...values, ...earlier?.values } })
  }
  const read = async (): Promise<void> => {
    for (const { from, to } of nearSpans(indexes)) {
      const rows = await model.rows.load(from, to, signal)
      rows.forEach((row, at) => {
        const cells = plan.updates.get(from + at)
        if (cells) add(row, valuesOf(columns, cells))
      })
    }
  }
  await model.saving(read)
  for (const values of also) {
    const key = keyValues(model.table, values)
    const held = heldRow(model, values)
    add(held ?? key, Object.fromEntries(Object.entries(values).filter(([title]) => !Object.hasOwn(key, title))))
  }
  signal?.throwIfAborted()
  sending?.()
  const cells = [...changed.values(), ...creates.map((values) => ({ values }))].reduce(
    (sum, { values }) => sum + Object.keys(values).length,
    0,
  )
  const changes = [
    ...creates.map((values): RowChange => ({ kind: 'create', values })),
    ...[...changed.values()].map(({ row, values }) => updateOf(model.table, row, values)).filter(isThere),
  ]
  await applied(model, changes, words ?? pastedWords(cells))
}

interface Changed {
  readonly row: Row
  readonly values: Row
}

function heldRow(model: GridModel, row: Row): Row | undefined {
  const key = rowKey(model.table, row)
  const at = model.rows.find((held) => rowKey(model.table, held) === key)
  return at === undefined ? undefined : model.rows.rowAt(at)
}

/** Writes changes and updates the grid. */
const applied = (model: GridModel, changes: readonly RowChange[], words: StepWords): Promise<Sent> =>
  model.during(writtenAndRead(model, changes, words))

async function writtenAndRead(model: GridModel, changes: readonly RowChange[], words: StepWords): Promise<Sent> {
  try {
    const sent = await model.apply(changes, words)
    if (sent.state === 'stored') model.rows.refresh()
    return sent
  } catch (error) {
    model.rows.refresh()
    throw error
  }
}

/** Returns the messages of a paste. @param count  cells */
export const pastedWords = (count: number): StepWords => ({
  label: sentence('undo.pasted', { count }),
  undone: sentence('undo.back.pasted', { count }),
})

/** Rows that lie far apart are fetched by themselves. */
const gapRows = 100
function nearSpans(indexes: readonly number[]): RowSpan[] {
  const spans: { from: number; to: number }[] = []
  for (const index of indexes) {
    const last = spans.at(-1)
    if (last && index - last.to < gapRows) last.to = index + 1
    else spans.push({ from: index, to: index + 1 })
  }
  return spans
}

/** Returns the titles of columns that a plan's new rows need but don't get. */
export function missingInNewRows(table: Table, columns: readonly DataGridColumn[], plan: PastePlan): string[] {
  const given = plan.creates.map((cells) => new Set(cells.map(({ column }) => columns[column]?.id)))
  return columnsToFill(table)
    .filter(({ name }) => given.some((names) => !names.has(name)))
    .map(({ title }) => title)
}

function valuesOf(columns: readonly DataGridColumn[], cells: readonly PastedCell[]): Row {
  return Object.fromEntries(
    cells.flatMap(({ column, value }) => {
      const target = columns[column]
      return target ? [[target.column.title, jsonValue(value)]] : []
    }),
  )
}

/** Empties the cells of ranges. @returns cells left alone because they must have a value */
export async function clearRanges(
  model: GridModel,
  columns: readonly DataGridColumn[],
  ranges: readonly CellRange[],
  words?: (plan: PastePlan) => StepWords,
): Promise<PastePlan | undefined> {
  const inside = ranges.map((range) => ({
    ...range,
    rows: Math.max(1, Math.min(range.rows, model.rows.length - range.row)),
  }))
  if (inside.some(({ rows }) => rows > bulkRowsMax)) throw new TooManyRows()
  const plan = joinPlans(inside.map((range) => planPasteInto(model, columns, textBlock([['']]), range)))
  if (plan && plan.updates.size > 0)
    await applyPaste(model, columns, plan, { withNewRows: false, ...(words !== undefined && { words: words(plan) }) })
  return plan
}

/** Deletes whole rows. @returns their number, and the outcome: deleted or queued */
export async function deleteRows(
  model: GridModel,
  spans: readonly RowSpan[],
): Promise<{ readonly count: number; readonly state: Sent['state'] }> {
  const indexes = rowIndexes(spans).filter((row) => row < model.rows.length)
  if (indexes.length > bulkRowsMax) throw new TooManyRows()
  const rows: Row[] = []
  for (const span of spans) rows.push(...(await model.rows.load(span.from, Math.min(span.to, model.rows.length))))
  const left = rows.filter((row) => !model.queued.isDeleted(row))
  const changes = left.map((row) => deleteOf(model.table, row)).filter(isThere)
  if (changes.length === 0) return { count: 0, state: 'stored' }
  const { state } = await applied(model, changes, removedWords(model.table, left))
  return { count: changes.length, state }
}
