import { columnType } from '@common/columns/registry'
import type { KeyLine } from '@renderer/actions'
import { isTrue, plusRoom, pressesButton, ratingAt } from '@renderer/cells'
import { ratingMaxDefault } from '@common/columns/types/rating'
import type { CellClick, CellPosition, DataGridColumn, GridKey } from '@renderer/features/records/painter/data-grid'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import {
  emptySelection,
  cellSelection,
  countRows,
  rangesOf,
  type CellRange,
  type GridSelection,
} from '@renderer/features/records/painter/selection'

/** Commands that keys and clicks trigger. */
export interface CellCommands {
  readonly open: (cell: CellPosition, typed?: string) => void
  readonly clear: (ranges: readonly CellRange[]) => void
  readonly deleteRows: () => void
  readonly addRow: () => void
  /** Starts a new record in one of its columns. */
  readonly addRowIn: (column: number) => void
  readonly select: (selection: GridSelection) => void
  readonly explain: (column: DataGridColumn) => void
}

export interface CellContext {
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly selection: GridSelection
  readonly mayAddRows: boolean
  readonly mayDeleteRows: boolean
}

/** Keys of `pressCellKey`, for the help. */
export const cellKeys: readonly KeyLine[] = [
  { id: 'record.new', label: 'grid.toolbar.newRecord', keys: ['Shift+Enter'], area: 'edit' },
  { id: 'cell.edit', label: 'keyHelp.cell.edit', keys: ['F2', 'Enter'], area: 'edit' },
  { id: 'cell.type', label: 'keyHelp.cell.tick', keys: ['Space'], area: 'edit' },
  { id: 'cell.clear', label: 'grid.menu.clear', keys: ['Delete', 'Backspace'], area: 'edit' },
  { id: 'cell.leave', label: 'keyHelp.cell.leave', keys: ['Escape'], area: 'edit' },
]

/** Handles keys of the grid other than navigation (visual reference §7). True if it handled the key. */
export function pressCellKey(key: GridKey, context: CellContext, commands: CellCommands): boolean {
  const { model, columns, selection, mayAddRows } = context
  const { active, range } = selection
  if (key.key === 'Enter' && key.shift && mayAddRows) {
    commands.addRow()
    return true
  }
  if (key.key === 'Delete' || key.key === 'Backspace') {
    if (countRows(selection.rows) > 0 && context.mayDeleteRows) commands.deleteRows()
    else if (range) commands.clear(rangesOf(selection))
    return true
  }
  if (key.key === 'Escape') return escape(context, commands)
  const column = active && columns[active.column]
  if (!active || !column || key.control || key.alt) return false
  if ((key.key === 'Enter' || key.key === 'F2') && active.row >= model.rowCount) {
    if (mayAddRows) commands.addRow()
    return true
  }
  if (column.display === 'checkbox' && (key.key === ' ' || key.key === 'Enter')) {
    toggle(model, active, column, commands)
    return true
  }
  if (column.display === 'button' && (key.key === ' ' || key.key === 'Enter')) {
    const address = shownText(model, active, column)
    if (address !== undefined) openLink(address, column)
    return true
  }
  if (key.key === 'Enter' || key.key === 'F2') {
    commands.open(active)
    return true
  }
  if (column.display === 'rating' && column.editable && /^\d$/.test(key.key)) {
    rate(model, active, column, Number(key.key))
    return true
  }
  // Space belongs to the record (later) and must not scroll the page.
  if (key.key === ' ') return true
  // On the line that adds a record, the key becomes the first character of a new one.
  if (active.row >= model.rowCount && mayAddRows && isWritten(key.key) && column.editable) {
    commands.addRowIn(active.column)
    commands.open({ column: active.column, row: model.rowCount - 1 }, key.key)
    return true
  }
  // Any other character starts editing and replaces the value: it becomes the first character in the editor.
  if (active.row < model.rowCount && isWritten(key.key) && column.display !== 'files') {
    commands.open(active, key.key)
    return true
  }
  return false
}

/** True for a single character, false for the name of a key. */
function isWritten(key: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{S}\p{P}]$/u.test(key)
}

function escape({ model, columns, selection }: CellContext, commands: CellCommands): boolean {
  const { active } = selection
  const column = active && columns[active.column]
  if (active && column && model.refusedAt(active.row, column.column)) model.forgetRefused(active.row, column.column)
  else if (active && model.mayEscape(active.row)) {
    model.discardDraft(active.row)
    commands.select(active.row > 0 ? cellSelection({ ...active, row: active.row - 1 }) : emptySelection)
  } else if (selection.rows.length > 0) commands.select({ ...selection, rows: [] })
  else if (active) commands.select(cellSelection(active))
  return true
}

/** Handles clicks on controls inside a cell. True if the click is consumed. */
export function clickCell(cell: CellPosition, click: CellClick, context: CellContext, commands: CellCommands): boolean {
  const { model, columns } = context
  const column = columns[cell.column]
  if (!column) return false
  const value = model.valueAt(cell.row, column.column)
  if (value === undefined) return false
  if (click.control && column.display === 'link') return openLink(model.textOf(value, column.column), column)
  if (click.extends) return false
  const address = addressUnder(cell, column, click, model)
  if (address !== undefined) return openLink(address, column)
  if (column.link && !click.control && (click.wasActive || pressesPlus(column, click))) {
    commands.open(cell)
    return true
  }
  if (click.control || !column.editable) return false
  if (column.display === 'checkbox' && Math.abs(click.x - click.bounds.width / 2) <= 12) {
    toggle(model, cell, column, commands)
    return true
  }
  // The first click on stars only chooses the cell, so that choosing never changes a value.
  const stars = column.display === 'rating' && click.wasActive ? ratingAt(click.x, column.column) : undefined
  if (stars === undefined) return false
  // A click on the current rating clears it.
  rate(model, cell, column, Number(value) === stars ? 0 : stars)
  return true
}

/** True for a click on the plus at the end of a cell, which links further records. */
function pressesPlus({ adds }: DataGridColumn, { x, bounds }: CellClick): boolean {
  return adds === true && x >= bounds.width - plusRoom
}

/** Returns the address of a button that the click hits; undefined elsewhere. */
function addressUnder(
  cell: CellPosition,
  column: DataGridColumn,
  { x, bounds }: CellClick,
  model: GridModel,
): string | undefined {
  if (column.display !== 'button') return undefined
  const font = getComputedStyle(document.documentElement).getPropertyValue('--sans')
  return pressesButton(x, column.column, bounds.width, font) ? shownText(model, cell, column) : undefined
}

function shownText(model: GridModel, { row }: CellPosition, column: DataGridColumn): string | undefined {
  const shown = model.cellAt(row, column)
  return shown.state === 'ready' && shown.text !== '' ? shown.text : undefined
}

function toggle(model: GridModel, cell: CellPosition, column: DataGridColumn, commands: CellCommands): void {
  const value = model.valueAt(cell.row, column.column)
  if (value === undefined) return
  if (!column.editable) commands.explain(column)
  else model.give(cell.row, column.column, { kind: 'json', value: !isTrue(value) })
}

function rate(model: GridModel, cell: CellPosition, column: DataGridColumn, stars: number): void {
  const max = column.column.options.max ?? ratingMaxDefault
  const sentence = model.give(cell.row, column.column, {
    kind: 'json',
    value: stars === 0 ? null : Math.min(stars, max),
  })
  if (sentence !== undefined) model.refuse(cell.row, column.column, String(stars), sentence)
}

/** Opens a web or mail address outside the app; false for anything else. */
export function openLink(text: string, column: DataGridColumn): boolean {
  const address = linkAddress(text, column)
  if (address === undefined) return false
  window.open(address, '_blank', 'noopener,noreferrer')
  return true
}

/** Returns the address of a link cell; undefined if it isn't safe to open. */
export function linkAddress(text: string, column: DataGridColumn): string | undefined {
  if (text === '') return undefined
  const { opens } = columnType(column.column.uiType)
  if (opens === 'mail') return `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}`
  if (opens === 'phone') return phoneAddress(text)
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
    return url.protocol === 'http:' ||
      url.protocol === 'https:' ||
      url.protocol === 'mailto:' ||
      url.protocol === 'tel:'
      ? url.href
      : undefined
  } catch {
    return undefined
  }
}

/** Returns a number that a telephone can dial, without visual separators. */
function phoneAddress(text: string): string | undefined {
  // The zero in brackets is not dialled from abroad.
  const digits = text.replace(/\(0\)/, '').replaceAll(/[^\d+*#]/g, '')
  return /^\+?[\d*#]{2,}$/.test(digits) ? `tel:${digits.replaceAll('#', '%23')}` : undefined
}
