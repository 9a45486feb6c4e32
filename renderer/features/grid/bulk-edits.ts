import { bulkRowsMax } from '@common/constants'
import type { Parsed } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { StepWords } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
import { coerceCell, textBlock, type ClipBlock, type ClipCell } from './clipboard'
import type { DataGridColumn } from './data-grid'
import { columnsToFill } from './draft-row'
import type { GridModel } from './grid-model'
import { jsonValue, keyValues, rowKey, type Row } from './row-key'
import { planPaste, type PastedCell, type PastePlan, type ShownText } from './paste-plan'
import { rowIndexes, type CellRange, type RowSpan } from './selection'

/** More rows than one call takes. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
  constructor(readonly max: number = bulkRowsMax) {
    super('TooManyRows')
  }
}

/** What pasting a block into a range would do. */
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

/** The texts of the cells that are loaded. */
export function shownTexts(model: GridModel, columns: readonly DataGridColumn[]): ShownText {
  return (row, at) => {
    const column = columns[at]
    const cell = column && model.cellAt(row, column)
    return cell?.state === 'ready' ? cell.text : undefined
  }
}

/** Several plans as one: what a later one gives to a cell counts. */
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

/** What goes along with a plan. */
export interface ApplyOptions {
  readonly withNewRows: boolean
  /** Values of further rows of the same table, with their keys: what was cut. */
  readonly also?: readonly Row[]
  readonly signal?: AbortSignal
  /** Called when the rows are known and are sent: from here on nothing can be given up. */
  readonly sending?: () => void
  /** What was done, for the history of the session: "Pasted 40 cells". */
  readonly words?: StepWords
}

/**
 * Carries out a plan: one bulk update, one bulk creation for rows past the end when they are wanted.
 *
 * @throws TooManyRows, or what the server said: then nothing of that call was changed
 */
export async function applyPaste(
  model: GridModel,
  columns: readonly DataGridColumn[],
  plan: PastePlan,
  { withNewRows, also = [], signal, sending, words }: ApplyOptions,
): Promise<void> {
  const indexes = [...plan.updates.keys()].toSorted((one, other) => one - other)
  const creates = withNewRows ? plan.creates.map((cells) => valuesOf(columns, cells)) : []
  if (indexes.length + also.length > bulkRowsMax || creates.length > bulkRowsMax) throw new TooManyRows()
  await model.saving(async () => {
    const changed = new Map<string, Row>()
    const add = (values: Row): void => {
      const key = rowKey(model.table, values) ?? ''
      // What is pasted over a cell that was cut stays.
      changed.set(key, { ...values, ...changed.get(key) })
    }
    for (const { from, to } of nearSpans(indexes)) {
      const rows = await model.rows.load(from, to, signal)
      rows.forEach((row, at) => {
        const cells = plan.updates.get(from + at)
        if (cells) add({ ...keyValues(model.table, row), ...valuesOf(columns, cells) })
      })
    }
    for (const values of also) add(values)
    signal?.throwIfAborted()
    sending?.()
    try {
      // New rows first: a required value that is missing refuses them, and then nothing has changed yet.
      await asOne(model, words, async () => {
        if (creates.length > 0) await model.api.createMany(creates)
        if (changed.size > 0) await model.api.updateMany([...changed.values()])
      })
    } finally {
      model.rows.refresh()
    }
  })
}

/** The sentences of a paste. @param count  cells */
export const pastedWords = (count: number): StepWords => ({
  label: t('undo.pasted', { count }),
  undone: t('undo.back.pasted', { count }),
})

/** Taken back as a whole. */
function asOne<T>({ api }: GridModel, words: StepWords | undefined, work: () => Promise<T>): Promise<T> {
  return api.asOne ? api.asOne(words, work) : work()
}

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

/** Titles of columns that the new rows of a plan would need and do not get. */
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

/** Deletes whole rows. @returns how many */
export async function deleteRows(model: GridModel, spans: readonly RowSpan[]): Promise<number> {
  const indexes = rowIndexes(spans).filter((row) => row < model.rows.length)
  if (indexes.length > bulkRowsMax) throw new TooManyRows()
  const keys: Row[] = []
  for (const span of spans) {
    const rows = await model.rows.load(span.from, Math.min(span.to, model.rows.length))
    keys.push(...rows.map((row) => keyValues(model.table, row)))
  }
  if (keys.length > 0) await model.saving(() => model.api.removeMany(keys))
  model.rows.refresh()
  return keys.length
}
