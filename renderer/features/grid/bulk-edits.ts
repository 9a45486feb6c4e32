import { bulkRowsMax } from '@common/constants'
import { columnType } from '@common/columns/registry'
import type { Parsed } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { DataGridColumn } from './data-grid'
import { columnsToFill } from './draft-row'
import type { GridModel } from './grid-model'
import { jsonValue, keyValues, type Row } from './row-key'
import { planPaste, type PastedCell, type PastePlan } from './paste-plan'
import { rowIndexes, type CellRange, type RowSpan } from './selection'

/** More rows than one call takes. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
  constructor(readonly max: number = bulkRowsMax) {
    super('TooManyRows')
  }
}

/** Texts of a range, rows fetched when they are not on the screen. @throws TooManyRows */
export async function textsOfRange(
  model: GridModel,
  columns: readonly DataGridColumn[],
  range: CellRange,
): Promise<string[][]> {
  const to = Math.min(range.row + range.rows, model.rows.length)
  if (to - range.row > bulkRowsMax) throw new TooManyRows()
  const shown = columns.slice(range.column, range.column + range.columns)
  const rows = await model.rows.load(range.row, to)
  return rows.map((row) => shown.map((column) => model.copied(row, column)))
}

/** The same at once when every row is held; undefined when some would have to be fetched. */
export function heldTextsOfRange(
  model: GridModel,
  columns: readonly DataGridColumn[],
  range: CellRange,
): string[][] | undefined {
  const shown = columns.slice(range.column, range.column + range.columns)
  const lines: string[][] = []
  for (let row = range.row; row < range.row + range.rows; row += 1) {
    const held = model.rowAt(row)
    const texts = shown.map((column) => (held === undefined ? undefined : model.copied(held, column)))
    if (texts.includes(undefined)) return undefined
    lines.push(texts.filter((text) => text !== undefined))
  }
  return lines
}

/** What pasting a block into a range would do. */
export function planPasteInto(
  model: GridModel,
  columns: readonly DataGridColumn[],
  block: readonly (readonly string[])[],
  range: CellRange,
): PastePlan {
  const parse =
    (column: Column) =>
    (text: string): Parsed =>
      columnType(column.uiType).parseText(text, column, model.reader)
  const targets = columns.map(({ column, editable }) => ({ column, editable, parse: parse(column) }))
  return planPaste(block, range, targets, model.rows.length)
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
  withNewRows: boolean,
): Promise<void> {
  const indexes = [...plan.updates.keys()]
  const creates = withNewRows ? plan.creates.map((cells) => valuesOf(columns, cells)) : []
  if (indexes.length > bulkRowsMax || creates.length > bulkRowsMax) throw new TooManyRows()
  await model.saving(async () => {
    const changed: [Row, Row][] = []
    const [first, last] = [indexes[0], indexes.at(-1)]
    if (first !== undefined && last !== undefined) {
      const rows = await model.rows.load(first, last + 1)
      for (const index of indexes) {
        const row = rows[index - first]
        if (row) changed.push([row, valuesOf(columns, plan.updates.get(index) ?? [])])
      }
    }
    try {
      // New rows first: a required value that is missing refuses them, and then nothing has changed yet.
      if (creates.length > 0) await model.api.createMany(creates)
      if (changed.length > 0)
        await model.api.updateMany(changed.map(([row, values]) => ({ ...keyValues(model.table, row), ...values })))
    } finally {
      model.rows.refresh()
    }
  })
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

/** Empties the cells of a range. @returns cells left alone because they must have a value */
export async function clearRange(
  model: GridModel,
  columns: readonly DataGridColumn[],
  range: CellRange,
): Promise<PastePlan> {
  const rows = Math.min(range.rows, model.rows.length - range.row)
  if (rows > bulkRowsMax) throw new TooManyRows()
  const plan = planPasteInto(model, columns, [['']], { ...range, rows: Math.max(1, rows) })
  if (plan.updates.size > 0) await applyPaste(model, columns, plan, false)
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
