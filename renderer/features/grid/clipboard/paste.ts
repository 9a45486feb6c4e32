import { limits } from '@common/constants'
import { columnType } from '@common/columns/registry'
import { splitOptions } from '@common/columns/values/options'
import type { Column } from '@common/model'
import { joinPlans, planPasteInto } from '@renderer/features/records/writes/bulk-edits'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import type { PastePlan, RefusedPaste } from '@renderer/features/records/writes/paste-plan'
import { keyValues, type Row } from '@renderer/features/records/rows/row-key'
import { rangesOf, type CellRange, type GridSelection } from '@renderer/features/records/painter/selection'
import { blockWidth, textBlock, type ClipBlock } from '@renderer/features/records/clipboard/block'
import type { CutCells } from './cut'
import { readHtml } from '@renderer/features/records/clipboard/html-read'
import { newFields, type NewField } from './new-fields'
import { parseTsv } from '@renderer/features/records/clipboard/tsv'

/** Parses the clipboard as a block: prefers Basalt's format, then a spreadsheet's, then plain text. */
export function blockOfClipboard(data: Pick<DataTransfer, 'getData'>): ClipBlock | undefined {
  const html = data.getData('text/html')
  const table = html === '' ? undefined : readHtml(html)
  if (table) return table
  const text = data.getData('text/plain')
  return text === '' ? undefined : textBlock(parseTsv(text))
}

/** Returns the targets of a block: the selected ranges or the ticked rows. */
export function pasteTargets(selection: GridSelection, columns: number): readonly CellRange[] {
  if (selection.rows.length > 0)
    return selection.rows.map(({ from, to }) => ({ column: 0, row: from, columns, rows: to - from }))
  return rangesOf(selection)
}

/** A planned paste with the questions for the user. */
export interface Paste {
  readonly block: ClipBlock
  readonly targets: readonly CellRange[]
  readonly plan: PastePlan
  /** Number of rows to create past the end. */
  readonly newRows: number
  /** Fields for columns past the last one; empty if the user can't create any. */
  readonly fields: readonly NewField[]
  /** Values that are not options yet, by their columns; none where they may not be added. */
  readonly options: ReadonlyMap<Column, readonly string[]>
}

export interface PasteRights {
  readonly mayAddRows: boolean
  readonly mayChangeColumns: boolean
}

export function planOf(
  model: GridModel,
  columns: readonly DataGridColumn[],
  block: ClipBlock,
  targets: readonly CellRange[],
): PastePlan | undefined {
  return joinPlans(targets.map((range) => planPasteInto(model, columns, block, range)))
}

export function preparePaste(
  model: GridModel,
  columns: readonly DataGridColumn[],
  block: ClipBlock,
  targets: readonly CellRange[],
  rights: PasteRights & { readonly nameOf: (at: number) => string },
): Paste | undefined {
  const plan = planOf(model, columns, block, targets)
  if (!plan) return undefined
  const taken = [...model.table.columns, ...model.table.virtualColumns].map(({ title }) => title)
  const { mayAddRows, mayChangeColumns, nameOf } = rights
  const beyond = Math.min(plan.beyond, blockWidth(block))
  return {
    block,
    targets,
    plan,
    newRows: mayAddRows ? plan.creates.length : 0,
    fields: mayChangeColumns && beyond > 0 ? newFields(block, beyond, { taken, reader: model.reader, nameOf }) : [],
    options: mayChangeColumns ? missingOptions(plan.refused) : new Map(),
  }
}

/** True if the paste needs confirmation. */
export function asksPerson({ newRows, fields, options }: Paste): boolean {
  return newRows > 0 || fields.length > 0 || options.size > 0
}

/** Maximum number of new options per column, so that the list stays readable. */
const newOptionsMax = 100

/** Returns values rejected only for lack of an option, by column. */
export function missingOptions(refused: readonly RefusedPaste[]): ReadonlyMap<Column, readonly string[]> {
  const found = new Map<Column, Set<string>>()
  for (const { column, text, problem } of refused) {
    if (problem.problem !== 'notOption' && problem.problem !== 'notOptions') continue
    const known = new Set((column.options.options ?? []).map(({ title }) => title.toLowerCase()))
    const titles = problem.problem === 'notOption' ? [text.trim()] : splitOptions(text)
    const all = found.get(column) ?? new Set()
    for (const title of titles) if (!known.has(title.toLowerCase()) && isTitle(title)) all.add(title)
    found.set(column, all)
  }
  return new Map(
    [...found].flatMap(([column, titles]) =>
      titles.size === 0 || titles.size > newOptionsMax ? [] : [[column, [...titles]] as const],
    ),
  )
}

const isTitle = (title: string): boolean => title.length <= limits.nameCharacters && !/[\n\t]/.test(title)

/** Returns the columns for a plan, with replaced and new ones. */
export function columnsFor(
  columns: readonly DataGridColumn[],
  changed: ReadonlyMap<string, Column>,
  added: readonly Column[],
): readonly DataGridColumn[] {
  return [
    ...columns.map((each) => ({ ...each, column: changed.get(each.id) ?? each.column })),
    ...added.map(shownColumn),
  ]
}

/** Wraps a new column for a plan. */
function shownColumn(column: Column): DataGridColumn {
  const { display, align } = columnType(column.uiType)
  const { name: id, title } = column
  return { id, title, width: 0, column, display, align, sort: undefined, editable: true }
}

/** Returns the rows of cut cells with emptied values, except required ones. */
export function emptied({ keys, titles, table }: CutCells): {
  readonly rows: readonly Row[]
  readonly required: string[]
} {
  const cut = table.columns.filter(({ title }) => titles.includes(title))
  const may = cut.filter((column) => columnType(column.uiType).parseText('', column, { locale: 'en' }).ok)
  const empty = Object.fromEntries(may.map(({ title }) => [title, null]))
  return {
    rows: may.length === 0 ? [] : keys.map((key) => ({ ...empty, ...keyValues(table, key) })),
    required: cut.filter((column) => !may.includes(column)).map(({ title }) => title),
  }
}
