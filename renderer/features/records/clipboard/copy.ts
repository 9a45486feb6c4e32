import { isLinkType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { isTrue } from '@renderer/cells'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import type { LinkColumn } from '../links/linked'
import { storedValue, type Row } from '../rows/row-key'
import {
  clipRange,
  mergeSpans,
  rangesOf,
  countRows,
  type CellRange,
  type GridSelection,
  type RowSpan,
} from '../painter/selection'
import { writeHtml, type CopyBlock, type CopyCell } from './html-write'
import { copiedLinks } from './linked-cells'
import { formatTsv } from './tsv'

/** Maximum number of records in one copy. */
export const copyRowsMax = 100_000
/** Beyond these cells only plain text is written: typed cells are ten times as long. */
export const typedCellsMax = 100_000
const textMaxCharacters = 200 * 1024 * 1024
const chunkRows = 1_000

/** Rows and columns of a copy. */
export interface CopyShape {
  readonly rows: readonly RowSpan[]
  /** Places among the columns shown, ascending. */
  readonly columns: readonly number[]
}

/**
 * Returns the block of a selection. Several ranges form one if they cover the same rows or the same columns, as in
 * spreadsheets.
 *
 * @returns undefined without a selection, `scattered` if the ranges form no block
 */
export function copyShape(
  selection: GridSelection,
  columns: number,
  rows: number,
): CopyShape | 'scattered' | undefined {
  if (selection.rows.length > 0) {
    const spans = selection.rows
      .map(({ from, to }) => ({ from, to: Math.min(to, rows) }))
      .filter(({ from, to }) => to > from)
    return spans.length === 0 ? undefined : { rows: spans, columns: placesOf([{ from: 0, to: columns }]) }
  }
  const ranges = rangesOf(selection).flatMap((range) => clipRange(range, columns, rows) ?? [])
  const [first] = ranges
  if (!first) return undefined
  const sameRows = ranges.every(({ row, rows: high }) => row === first.row && high === first.rows)
  const sameColumns = ranges.every(({ column, columns: wide }) => column === first.column && wide === first.columns)
  if (!sameRows && !sameColumns) return 'scattered'
  return {
    rows: mergeSpans(ranges.map(({ row, rows: high }) => ({ from: row, to: row + high }))),
    columns: placesOf(mergeSpans(ranges.map(({ column, columns: wide }) => ({ from: column, to: column + wide })))),
  }
}

const placesOf = (spans: readonly RowSpan[]): number[] =>
  spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))

/** Returns the cells of a shape as ranges, to frame or clear them. */
export function rangesOfShape({ rows, columns }: CopyShape): CellRange[] {
  const across = mergeSpans(columns.map((column) => ({ from: column, to: column + 1 })))
  return rows.flatMap((down) =>
    across.map(({ from, to }) => ({ column: from, columns: to - from, row: down.from, rows: down.to - down.from })),
  )
}

/** Thrown if a copy exceeds the clipboard's limit. */
export class TooMuchToCopy extends Error {
  override readonly name = 'TooMuchToCopy'
  constructor(readonly max = copyRowsMax) {
    super('TooMuchToCopy')
  }
}

/** Formats on the clipboard. */
export interface ClipboardForms {
  readonly text: string
  readonly html: string | undefined
}

export interface CopyOptions {
  /** Adds the column titles as the first row. */
  readonly header: boolean
  readonly copy: string
  /** Pasted links are valid only in this project. */
  readonly projectId: string
}

/** Returns the clipboard form of one cell: the key of a reference, so that users can paste it. */
function copyCell(model: GridModel, row: Row, column: DataGridColumn, projectId: string): CopyCell {
  const { link } = column
  if (link && isLinkType(column.column))
    return { text: model.copied(row, column), stored: null, json: copiedLinks(model, projectId, link, row) ?? null }
  const stored = storedValue(row[column.column.title])
  const isFlag = columnType(column.column.uiType).display === 'checkbox'
  const text = isFlag && stored !== null ? (isTrue(stored) ? 'TRUE' : 'FALSE') : model.copied(row, column)
  return { text, stored, json: row[column.column.title] ?? null }
}

function blockOf(
  model: GridModel,
  columns: readonly DataGridColumn[],
  rows: readonly Row[],
  options: CopyOptions,
): CopyBlock {
  return {
    ...options,
    columns: columns.map(({ column, computed }) => ({
      column,
      exact: computed === undefined || isLinkType(column),
    })),
    rows: rows.map((row) => columns.map((column) => copyCell(model, row, column, options.projectId))),
  }
}

const columnsOf = (shape: CopyShape, columns: readonly DataGridColumn[]): DataGridColumn[] =>
  shape.columns.flatMap((at) => columns[at] ?? [])

const titlesOf = (columns: readonly DataGridColumn[]): string => formatTsv([columns.map(({ title }) => title)])

const isTyped = (shape: CopyShape): boolean => countRows(shape.rows) * shape.columns.length <= typedCellsMax

/** Returns the links among columns whose cells show names of records. */
const namedLinks = (columns: readonly DataGridColumn[]): LinkColumn[] =>
  columns.flatMap(({ column, link }) => (link && isLinkType(column) ? [link] : []))

/**
 * Returns the forms of a block from cached rows; undefined if some are missing, if names of linked records are, or if the
 * block is large.
 */
export function heldForms(
  model: GridModel,
  columns: readonly DataGridColumn[],
  shape: CopyShape,
  options: CopyOptions,
): ClipboardForms | undefined {
  if (countRows(shape.rows) > chunkRows * 2) return undefined
  if (!namedLinks(columnsOf(shape, columns)).every((link) => model.labels.knows(link))) return undefined
  const rows: Row[] = []
  for (const { from, to } of shape.rows)
    for (let at = from; at < to; at += 1) {
      const row = model.rowAt(at)
      if (!row) return undefined
      rows.push(row)
    }
  return formsOf(blockOf(model, columnsOf(shape, columns), rows, options), columnsOf(shape, columns), model)
}

function formsOf(block: CopyBlock, columns: readonly DataGridColumn[], model: GridModel): ClipboardForms {
  const lines = formatTsv(block.rows.map((row) => row.map(({ text }) => text)))
  const text = block.header ? `${titlesOf(columns)}\n${lines}` : lines
  return { text, html: writeHtml(block, model.reader) }
}

/**
 * Returns the forms of a block. Fetches its rows in chunks, so that only the text occupies memory.
 *
 * @param progress  receives the number of rows done
 * @throws TooMuchToCopy, or the server's error
 */
export async function loadForms(
  model: GridModel,
  columns: readonly DataGridColumn[],
  shape: CopyShape,
  options: CopyOptions,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (done: number) => void },
): Promise<ClipboardForms> {
  if (countRows(shape.rows) > copyRowsMax) throw new TooMuchToCopy()
  const shown = columnsOf(shape, columns)
  await model.labels.untilKnown(namedLinks(shown), signal)
  const typed = isTyped(shape)
  const blocks: CopyBlock[] = []
  const texts: string[] = options.header ? [titlesOf(shown)] : []
  let done = 0
  let length = 0
  for (const { from, to } of shape.rows) {
    const last = Math.min(to, model.rows.length)
    for (let at = from; at < last; at += chunkRows) {
      const rows = await model.rows.load(at, Math.min(last, at + chunkRows), signal)
      signal.throwIfAborted()
      const block = blockOf(model, shown, rows, options)
      const text = formatTsv(block.rows.map((row) => row.map((cell) => cell.text)))
      length += text.length
      if (length > textMaxCharacters) throw new TooMuchToCopy(done)
      if (rows.length > 0) texts.push(text)
      if (typed) blocks.push(block)
      done += rows.length
      progress(done)
    }
  }
  const whole = { ...blockOf(model, shown, [], options), rows: blocks.flatMap(({ rows }) => rows) }
  return { text: texts.join('\n'), html: typed ? writeHtml(whole, model.reader) : undefined }
}

/** Puts forms on the clipboard within an event that does so. */
export function giveForms(data: DataTransfer, { text, html }: ClipboardForms): void {
  data.setData('text/plain', text)
  if (html !== undefined) data.setData('text/html', html)
}

/** Writes pending forms to the clipboard. Call it from a key or click handler, as browsers require. */
export async function writeForms(forms: Promise<ClipboardForms>, typed: boolean): Promise<void> {
  const blob = (type: string, of: (made: ClipboardForms) => string | undefined): Promise<Blob> =>
    forms.then((made) => new Blob([of(made) ?? ''], { type }))
  const clipboard: Clipboard | undefined = navigator.clipboard
  // Pages of another machine without encryption have no such clipboard.
  if (clipboard === undefined) throw new TypeError('clipboard')
  await clipboard.write([
    new ClipboardItem({
      'text/plain': blob('text/plain', ({ text }) => text),
      ...(typed && { 'text/html': blob('text/html', ({ html }) => html) }),
    }),
  ])
}

/** True if a shape is copied with its typed values. */
export const isTypedShape = isTyped
