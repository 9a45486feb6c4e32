import { GridCellKind, type CustomCell, type CustomRenderer } from '@glideapps/glide-data-grid'
import { drawIcon, fitText, iconPaths, paintText, sized, standsAtEnd, textWidth } from '@renderer/cells'
import type { DataGridColumn, GridLine } from '@renderer/features/records/painter/data-grid'
import type { GridTheme } from './grid-theme'

/** Data that passes through the painter for each cell of a line without a record. */
export interface LineData {
  readonly line: GridLine
  readonly column: DataGridColumn
  /** The first column shows the label of the line. */
  readonly first: boolean
  readonly active: boolean
}

export type LineCell = CustomCell<LineData>

/** Wraps a cell of such a line for the painter. */
export function glideLine(data: LineData, theme: GridTheme): LineCell {
  const { line, column, first } = data
  return {
    kind: GridCellKind.Custom,
    allowOverlay: false,
    readonly: true,
    data,
    copyData: first ? line.spoken : figureSpoken(line, column),
    themeOverride: line.kind === 'add' ? addTheme(theme) : headTheme(theme),
    ...(first || line.kind !== 'head' ? { cursor: 'pointer' } : {}),
  }
}

function figureSpoken(line: GridLine, column: DataGridColumn): string {
  const figure = line.figures.get(column.id)
  return figure === undefined ? '' : `${figure.label} ${figure.text}`
}

const heads = new WeakMap<GridTheme, { readonly bgCell: string }>()
const adds = new WeakMap<GridTheme, { readonly bgCell: string }>()

/** Always the same object for a theme: the painter compares them for every cell. */
function headTheme(theme: GridTheme): { readonly bgCell: string } {
  return cachedTheme(heads, theme, theme.side)
}

function addTheme(theme: GridTheme): { readonly bgCell: string } {
  return cachedTheme(adds, theme, theme.cells.surface)
}

function cachedTheme(map: WeakMap<GridTheme, { readonly bgCell: string }>, theme: GridTheme, bgCell: string) {
  const known = map.get(theme)
  if (known) return known
  const made = { bgCell }
  map.set(theme, made)
  return made
}

/** Draws heads of groups and the lines that add. */
export function lineRenderer(theme: () => GridTheme): CustomRenderer<LineCell> {
  return {
    kind: GridCellKind.Custom,
    isMatch: (cell): cell is LineCell => typeof cell.data === 'object' && 'line' in cell.data,
    needsHover: ({ data }) => data.line.kind === 'add' && data.first,
    draw: ({ ctx, rect, hoverAmount }, { data }) => {
      drawLine(ctx, rect, data, theme(), hoverAmount > 0 || data.active)
      if (data.active) frame(ctx, rect, theme().cells.accent)
    },
    measure: () => 120,
  }
}

export interface LineRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const indent = 16
const padding = 8
const chipHeight = 20
const chipPadding = 7

/** Draws the part of a line that lies in one column. */
export function drawLine(
  context: CanvasRenderingContext2D,
  rect: LineRect,
  { line, column, first }: Omit<LineData, 'active'>,
  theme: GridTheme,
  pointed = false,
): void {
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  if (first) drawFirst(context, rect, line, theme, pointed)
  else drawFigure(context, rect, line, column, theme)
  context.textBaseline = 'middle'
}

function drawFirst(
  context: CanvasRenderingContext2D,
  rect: LineRect,
  line: GridLine,
  theme: GridTheme,
  pointed: boolean,
): void {
  const { cells } = theme
  const middle = rect.y + rect.height / 2
  const left = rect.x + padding + line.level * indent
  const right = rect.x + rect.width - padding
  if (line.kind !== 'head') {
    context.strokeStyle = cells.text3
    const sign = line.kind === 'add' ? iconPaths.plus : iconPaths.chevronDown
    drawIcon(context, sign, { x: left - 1, y: middle - 7, size: 14 }, 'stroke')
    // Many small groups would repeat the label, so it appears on hover.
    if (line.kind === 'add' && !pointed) return
    context.font = `400 ${sized(13)}px ${cells.fontFamily}`
    context.fillStyle = line.kind === 'add' ? cells.text3 : cells.accentText
    paintText(context, fitText(context, line.labels[0]?.text ?? '', right - left - 19), left + 19, middle + 4.7)
    return
  }
  context.strokeStyle = cells.text2
  drawIcon(
    context,
    line.open ? iconPaths.chevronDown : iconPaths.chevronRight,
    { x: left - 2, y: middle - 8, size: 16 },
    'stroke',
    true,
  )
  context.font = `400 ${sized(11)}px ${cells.fontFamily}`
  const countWidth = textWidth(context, line.count)
  let x = left + 18
  for (const label of line.labels) {
    const room = right - countWidth - 8 - x
    if (room < 24) break
    x += drawLabel(context, x, middle, room, label, theme) + 4
  }
  context.font = `400 ${sized(11)}px ${cells.fontFamily}`
  context.fillStyle = cells.text3
  if (x + 2 < right) paintText(context, fitText(context, line.count, right - x - 2), x + 2, middle + 4)
}

/** @returns how wide it has become */
function drawLabel(
  context: CanvasRenderingContext2D,
  x: number,
  middle: number,
  room: number,
  { text, look }: GridLine['labels'][number],
  { cells }: GridTheme,
): number {
  if (look === 'words' || look === 'quiet') {
    context.font = `${look === 'words' ? 500 : 400} ${sized(13)}px ${cells.fontFamily}`
    context.fillStyle = look === 'words' ? cells.text : cells.text3
    const fitted = fitText(context, text, room)
    paintText(context, fitted, x, middle + 4.7)
    return textWidth(context, fitted) + 2
  }
  const isRecord = look === 'record'
  context.font = `${isRecord ? 400 : 500} ${sized(12)}px ${cells.fontFamily}`
  const fitted = fitText(context, text, room - chipPadding * 2)
  const width = textWidth(context, fitted) + chipPadding * 2
  const colors = isRecord ? { background: cells.surface, text: cells.text } : cells.chips[look]
  context.fillStyle = colors.background
  context.beginPath()
  if (isRecord) context.roundRect(x + 0.5, middle - chipHeight / 2 + 0.5, width - 1, chipHeight - 1, 4)
  else context.roundRect(x, middle - chipHeight / 2, width, chipHeight, 5)
  context.fill()
  if (isRecord) {
    context.strokeStyle = cells.line2
    context.lineWidth = 1
    context.stroke()
  }
  context.fillStyle = colors.text
  paintText(context, fitted, x + chipPadding, middle + 4.4)
  return width
}

/** Draws the muted label, then the value, aligned like the values of the column. */
function drawFigure(
  context: CanvasRenderingContext2D,
  rect: LineRect,
  line: GridLine,
  column: DataGridColumn,
  { cells }: GridTheme,
): void {
  const figure = line.figures.get(column.id)
  if (figure === undefined) return
  const middle = rect.y + rect.height / 2
  const room = rect.width - padding * 2
  context.font = `500 ${sized(11)}px ${cells.fontFamily}`
  const value = fitText(context, figure.text, room)
  const valueWidth = textWidth(context, value)
  context.font = `400 ${sized(11)}px ${cells.fontFamily}`
  const labelWidth = textWidth(context, figure.label) + 4
  const hasLabel = labelWidth + valueWidth <= room
  const width = valueWidth + (hasLabel ? labelWidth : 0)
  const left = standsAtEnd(column.align) ? rect.x + rect.width - padding - width : rect.x + padding
  if (hasLabel) {
    context.fillStyle = cells.text3
    paintText(context, figure.label, left, middle + 4)
  }
  context.font = `500 ${sized(11)}px ${cells.fontFamily}`
  context.fillStyle = cells.text2
  paintText(context, value, left + (hasLabel ? labelWidth : 0), middle + 4)
}

function frame(context: CanvasRenderingContext2D, rect: LineRect, color: string): void {
  context.strokeStyle = color
  context.lineWidth = 2
  context.strokeRect(rect.x + 1, rect.y + 1, rect.width - 1.5, rect.height - 1.5)
  context.lineWidth = 1
}
