import { GridCellKind, type CustomCell, type CustomRenderer } from '@glideapps/glide-data-grid'
import type { OptionColor } from '@common/model'
import { cellWidgets, drawRejected, firstLine, standsAtEnd } from '@renderer/cells'
import type { CellMark, DataGridCell, DataGridColumn, RowMark } from '@renderer/features/records/painter/data-grid'
import type { GridTheme } from './grid-theme'
import { drawRowMark } from './row-mark'

/** Data that passes through the painter for each cell. */
export interface CellData {
  readonly cell: DataGridCell
  readonly column: DataGridColumn
  readonly active: boolean
  /** Mark of the row, in its first cell. */
  readonly mark?: RowMark | undefined
  /** Background colour from rules. */
  readonly colour?: OptionColor | undefined
}

export type BasaltCell = CustomCell<CellData>

const fills = new Map<string, { readonly bgCell: string }>()

/** Returns a cached object per colour. New objects for every cell would be most of a frame's garbage. */
export function fill(bgCell: string): { readonly bgCell: string } {
  const known = fills.get(bgCell)
  if (known) return known
  const made = { bgCell }
  fills.set(bgCell, made)
  return made
}

/** Wraps one of our cells for the painter. Its own editor stays closed: we open ours. */
export function glideCell(data: CellData, theme: GridTheme): BasaltCell {
  const { cell, column, colour } = data
  const refused = cell.state === 'ready' && cell.marks.includes('refused')
  const staged = cell.state === 'ready' ? stagedFill(cell.marks, theme) : undefined
  const found = cell.state === 'ready' && cell.marks.includes('found')
  const changed = cell.state === 'ready' && cell.marks.includes('changed')
  // A rejected value shows its colour even while selected.
  const background = found
    ? theme.foundBackground
    : staged !== undefined
      ? staged
      : changed
        ? theme.changed
        : colour !== undefined
          ? theme.cells.chips[colour].background
          : column.computed
            ? theme.virtual
            : undefined
  const override = refused
    ? { themeOverride: { bgCell: theme.errorSoft, accentLight: 'rgba(0, 0, 0, 0)' } }
    : background === undefined
      ? {}
      : { themeOverride: fill(background) }
  return {
    kind: GridCellKind.Custom,
    allowOverlay: false,
    readonly: !column.editable,
    data,
    copyData: cell.state === 'ready' ? cell.text : '',
    ...override,
    ...(column.display === 'checkbox' && column.editable ? { cursor: 'pointer' } : {}),
  }
}

/** Returns the background of edits that wait for a commit. */
function stagedFill(marks: readonly CellMark[], theme: GridTheme): string | undefined {
  if (marks.includes('new')) return theme.newBackground
  return marks.includes('staged') ? theme.stagedBackground : marks.includes('deleted') ? theme.errorSoft : undefined
}

/** Draws cells with the widgets of `renderer/cells`. */
export function cellRenderer(theme: () => GridTheme, hoveredRow: () => number | undefined): CustomRenderer<BasaltCell> {
  return {
    kind: GridCellKind.Custom,
    isMatch: (cell): cell is BasaltCell => typeof cell.data === 'object' && 'column' in cell.data,
    needsHover: (cell) => cellWidgets[cell.data.column.display].hovers,
    needsHoverPosition: true,
    draw: (args, { data: { cell, column, active, mark, colour } }) => {
      const { ctx: context, rect } = args
      const colors = theme()
      if (cell.state === 'loading') {
        drawSkeleton(context, rect, column, colors, args.row)
        return
      }
      const refused = cell.marks.includes('refused')
      context.textBaseline = 'alphabetic'
      const is = cell.marks.includes('found') ? 'found' : cell.marks.includes('broken') ? 'broken' : undefined
      const isNull = cell.marks.includes('null')
      const draw = refused ? drawRejected : cellWidgets[displayOf(cell.marks, column)].draw
      draw({
        context,
        rect,
        value: isNull ? cell.text : cell.value,
        text: cell.text,
        column: column.column,
        align: column.align,
        theme: cellColors(colors, column, is),
        painted: colour,
        hoverX: showsHover(column, active) ? args.hoverX : undefined,
        active,
      })
      context.textBaseline = 'middle'
      if (cell.marks.includes('deleted')) drawStruck(context, rect, cell.text, column, colors)
      if (mark) drawRowMark(context, rect, mark, hoveredRow() === args.row, args.cellFillColor, colors)
      if (refused) frame(context, rect, colors.cells.error, 2)
      else if (active) frame(context, rect, colors.cells.accent, 2)
      if (cell.marks.includes('required') && cell.text === '') drawRequired(context, rect, colors)
      if (cell.marks.includes('staged') || cell.marks.includes('new')) drawCorner(context, rect, cell.marks, colors)
      if (cell.marks.includes('saving')) {
        context.fillStyle = colors.cells.accent
        context.fillRect(rect.x + 1, rect.y + rect.height - 2, rect.width - 1, 2)
      }
    },
    measure: (context, { data: { cell, column } }) => {
      if (cell.state === 'loading') return 0
      const { value, text } = cell
      const drawing = { context, value, text, column: column.column, align: column.align, theme: theme().cells }
      return cellWidgets[column.display].width(drawing)
    },
  }
}

/** JSON draws `null` quietly. */
function displayOf(marks: readonly CellMark[], { display }: DataGridColumn): DataGridColumn['display'] {
  return marks.includes('broken') ? 'text' : marks.includes('null') ? 'json' : display
}

const quiet = new WeakMap<GridTheme['cells'], GridTheme['cells']>()
const broken = new WeakMap<GridTheme['cells'], GridTheme['cells']>()
const found = new WeakMap<GridTheme['cells'], GridTheme['cells']>()

/** Always the same object for the same colours. */
function withText(map: typeof quiet, cells: GridTheme['cells'], text: string): GridTheme['cells'] {
  const known = map.get(cells)
  if (known) return known
  const made = { ...cells, text }
  map.set(cells, made)
  return made
}

/** Computed values are quieter than stored ones (visual reference §5). */
function cellColors({ cells, foundText }: GridTheme, { computed }: DataGridColumn, is: 'found' | 'broken' | undefined) {
  if (is === 'found') return withText(found, cells, foundText)
  if (!computed) return cells
  return is === 'broken' ? withText(broken, cells, cells.error) : withText(quiet, cells, cells.text2)
}

/** Stars respond to hover in the active cell only, ticks and links always. */
function showsHover(column: DataGridColumn, active: boolean): boolean {
  if (column.display === 'link' || column.display === 'button') return true
  if (column.display === 'records') return column.adds === true
  return column.editable && (column.display !== 'rating' || active)
}

interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws a frame inside the cell; the grid lines on the left and top belong to it. */
function frame(context: CanvasRenderingContext2D, rect: Rect, color: string, width: number): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.strokeRect(
    rect.x + width / 2,
    rect.y + width / 2,
    rect.width - width / 2 - 0.5,
    rect.height - width / 2 - 0.5,
  )
  context.lineWidth = 1
}

/** Draws a grey bar over 60 % of the column, with uneven widths like text. Aligned like the values. */
function drawSkeleton(
  context: CanvasRenderingContext2D,
  rect: Rect,
  column: DataGridColumn,
  theme: GridTheme,
  row: number,
): void {
  const spread = ((row * 7 + column.id.length * 13) % 5) / 10
  const width = Math.max(12, (rect.width - 16) * (0.4 + spread))
  const x = standsAtEnd(column.align) ? rect.x + rect.width - 8 - width : rect.x + 8
  context.fillStyle = theme.skeleton
  context.beginPath()
  context.roundRect(
    column.align === 'center' ? rect.x + rect.width / 2 - 6 : x,
    firstLine(rect) - 4,
    column.align === 'center' ? 12 : width,
    8,
    4,
  )
  context.fill()
}

/** Draws a value of a row with a queued delete, struck through. */
function drawStruck(
  context: CanvasRenderingContext2D,
  rect: Rect,
  text: string,
  { align, display }: DataGridColumn,
  { cells }: GridTheme,
): void {
  if (text === '' || display === 'checkbox' || display === 'rating') return
  const width = Math.min(rect.width - 16, Math.max(8, context.measureText(text).width))
  const x = standsAtEnd(align)
    ? rect.x + rect.width - 8 - width
    : align === 'center'
      ? rect.x + (rect.width - width) / 2
      : rect.x + 8
  context.fillStyle = cells.error
  context.fillRect(x, firstLine(rect), width, 1)
}

/** Draws a corner for an edit that waits for a commit, for users who can't distinguish the colours. */
function drawCorner(context: CanvasRenderingContext2D, rect: Rect, marks: readonly CellMark[], theme: GridTheme): void {
  const size = 7
  const [x, y] = [rect.x + rect.width, rect.y + 1]
  context.fillStyle = marks.includes('new') ? theme.cells.success : theme.cells.warning
  context.beginPath()
  context.moveTo(x - size, y)
  context.lineTo(x, y)
  context.lineTo(x, y + size)
  context.closePath()
  context.fill()
}

/** A new row's cell that still needs a value. */
function drawRequired(context: CanvasRenderingContext2D, rect: Rect, theme: GridTheme): void {
  context.fillStyle = theme.cells.warning
  context.beginPath()
  context.arc(rect.x + rect.width - 10, firstLine(rect), 2.5, 0, Math.PI * 2)
  context.fill()
}
