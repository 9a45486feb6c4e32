import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import { ratingMaxDefault } from '@common/columns/types/rating'
import type { Column } from '@common/model'
import { drawTabular, fitText, isRightToLeft, tabularWidth, textWidth } from './canvas-text'
import type { CellTheme } from './cell-theme'
import { drawFiles } from './draw-files'
import { buttonLabel, drawButton, drawPerson } from './draw-objects'
import { drawRecords, recordsWidth } from './draw-records'
import { chipGap, chipRows } from './chip-rows'
import {
  baseline,
  bodySize,
  drawIcon,
  firstLine,
  oneLineHeight,
  padding,
  type CellDrawing,
  type DrawCell,
} from './draw-parts'
import { chipTitles, optionColor } from './options'
import { iconPaths } from './icon-paths'
import { ratingShape } from './rating-shapes'
import { lineHeight, linesIn, wrapText } from './wrap-text'

/** One line in low cells, as many as there is room for in higher ones. */
function drawText(drawing: CellDrawing): void {
  const { context, rect, text, theme, column } = drawing
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${bodySize}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const width = rect.width - padding * 2
  const lines = linesIn(rect.height)
  if (lines === 1) return drawLine(drawing, fitText(context, text, width), firstLine(rect))
  let middle = firstLine(rect)
  for (const line of wrapText(context, text, width, lines)) {
    drawLine(drawing, line, middle)
    middle += lineHeight
  }
}

function drawLine({ context, rect }: CellDrawing, line: string, middle: number): void {
  const y = middle + baseline(bodySize)
  if (!isRightToLeft(line)) return context.fillText(line, rect.x + padding, y)
  context.direction = 'rtl'
  context.textAlign = 'right'
  context.fillText(line, rect.x + rect.width - padding, y)
  context.direction = 'ltr'
  context.textAlign = 'left'
}

function drawNumber({ context, rect, text, theme, column }: CellDrawing): void {
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${bodySize}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const y = firstLine(rect) + baseline(bodySize)
  const width = rect.width - padding * 2
  if (tabularWidth(context, text) <= width) drawTabular(context, text, rect.x + rect.width - padding, y)
  else context.fillText(fitText(context, text, width), rect.x + padding, y)
}

const barHeight = 4

/** The number, and under it a bar where the column wants one: full at a hundred. */
function drawPercent(drawing: CellDrawing): void {
  const { context, rect, value, theme, column } = drawing
  if (column.options.bar !== true || value === null) return drawNumber(drawing)
  const line = Math.min(rect.height, oneLineHeight)
  drawNumber({ ...drawing, rect: { ...rect, height: line - barHeight - 2 } })
  const share = Number(value) / 100
  if (!Number.isFinite(share)) return
  const [x, y, width] = [rect.x + padding, rect.y + line - barHeight - 3, rect.width - padding * 2]
  const bar = (length: number, color: string): void => {
    context.fillStyle = color
    context.beginPath()
    context.roundRect(x, y, length, barHeight, barHeight / 2)
    context.fill()
  }
  bar(width, theme.gridline)
  if (share > 0) bar(Math.max(barHeight, width * Math.min(1, share)), theme.accent)
}

/** Dates stand left, with digits of equal width, so that a column of them is even. */
function drawDate({ context, rect, text, theme, column }: CellDrawing): void {
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${bodySize}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const y = firstLine(rect) + baseline(bodySize)
  const width = tabularWidth(context, text)
  if (width <= rect.width - padding * 2) drawTabular(context, text, rect.x + padding + width, y)
  else context.fillText(fitText(context, text, rect.width - padding * 2), rect.x + padding, y)
}

function drawCheckbox({ context, rect, value, theme, hoverX, active }: CellDrawing): void {
  const at = { x: rect.x + rect.width / 2 - 8, y: firstLine(rect) - 8, size: 16 }
  if (isTrue(value)) {
    context.strokeStyle = theme.success
    drawIcon(context, iconPaths.check, at, 'stroke')
  } else if (hoverX !== undefined || active) {
    context.strokeStyle = theme.line2
    context.lineWidth = 1.4
    context.beginPath()
    context.roundRect(at.x + 2.5, at.y + 2.5, 11, 11, 1.5)
    context.stroke()
  }
}

/** Databases without a boolean type keep 1 and 0. */
export function isTrue(value: StoredValue): boolean {
  return value === true || value === 1 || value === 1n || value === '1' || value === 'true'
}

export const starSize = 12
const starStep = starSize + 1

/** The rating that a click at this distance from the cell's left edge means; undefined beside the stars. */
export function ratingAt(x: number, column: Column): number | undefined {
  const star = Math.floor((x - padding) / starStep) + 1
  return star >= 1 && star <= (column.options.max ?? ratingMaxDefault) ? star : undefined
}

function drawRating({ context, rect, value, theme, column, hoverX }: CellDrawing): void {
  const rating = value === null ? 0 : Number(value)
  const preview = hoverX === undefined ? undefined : ratingAt(hoverX, column)
  // An empty rating is empty until somebody points at it.
  if (rating === 0 && preview === undefined && value === null) return
  const max = column.options.max ?? ratingMaxDefault
  for (let star = 0; star < max; star += 1) {
    context.fillStyle = star < (preview ?? rating) ? theme.star : theme.line2
    const x = rect.x + padding + star * starStep
    if (x + starSize > rect.x + rect.width) break
    drawIcon(context, ratingShape(column), { x, y: firstLine(rect) - starSize / 2, size: starSize }, 'fill')
  }
}

const chipPadding = 7
const chipSize = 12

/** Chips in as many rows as there is room for; what does not fit becomes a number. */
function drawChips(drawing: CellDrawing): void {
  const { context, rect, theme, column } = drawing
  const titles = chipTitles(drawing.value, column)
  if (titles.length === 0) return
  const right = rect.x + rect.width - padding
  const start = rect.x + padding
  const { chipHeight, pitch, rows } = chipRows(rect.height)
  let row = 0
  context.font = `500 ${chipSize}px ${theme.fontFamily}`
  let middle = firstLine(rect)
  let x = start
  for (const [at, title] of titles.entries()) {
    const left = titles.length - at - 1
    const sign = left > 0 ? textWidth(context, `+${left}`) + chipGap : 0
    const wide = textWidth(context, title) + chipPadding * 2
    if (x > start && row < rows - 1 && wide > right - x) {
      row += 1
      middle += pitch
      x = start
    }
    const room = right - x - (row < rows - 1 ? 0 : sign)
    // The first chip is always there, cut when it must; a later one only whole.
    if (x > start && wide > room) {
      context.font = `400 11px ${theme.fontFamily}`
      context.fillStyle = theme.text3
      context.fillText(`+${left + 1}`, x + 2, middle + baseline(11))
      return
    }
    const width = Math.max(chipPadding * 2 + 4, Math.min(wide, room))
    const color = optionColor(title, column)
    const colors = theme.chips[color]
    // A chip would be invisible on its own colour.
    context.fillStyle = color === drawing.painted ? theme.surface : colors.background
    context.beginPath()
    context.roundRect(x, middle - chipHeight / 2, width, chipHeight, 5)
    context.fill()
    context.fillStyle = colors.text
    const fitted = fitText(context, title, width - chipPadding * 2 + 0.5)
    context.fillText(fitted, x + chipPadding, middle + baseline(chipSize))
    x += width + chipGap
  }
}

function drawLink(drawing: CellDrawing): void {
  const { context, rect, text, theme, hoverX } = drawing
  if (text === '') return
  context.font = `400 ${bodySize}px ${theme.fontFamily}`
  const fitted = fitText(context, text, rect.width - padding * 2)
  const y = firstLine(rect) + baseline(bodySize)
  const hovered = hoverX !== undefined && hoverX >= padding && hoverX <= padding + textWidth(context, fitted)
  context.fillStyle = hovered ? theme.accentText : theme.text
  context.fillText(fitted, rect.x + padding, y)
  if (hovered) context.fillRect(rect.x + padding, Math.round(y + 2), textWidth(context, fitted), 1)
}

function drawJson({ context, rect, value, text, theme }: CellDrawing): void {
  if (value === null) return
  const isNull = text === 'null'
  context.font = `${isNull ? 'italic ' : ''}400 11px ${theme.monoFamily}`
  context.fillStyle = isNull ? theme.text3 : theme.text2
  // Long texts are cut anyway: not worth taking apart.
  const line = text.length <= 1_000 ? bareJson(text) : text
  context.fillText(fitText(context, line, rect.width - padding * 2), rect.x + padding, firstLine(rect) + 4)
}

/** Codes, shapes and types of the database: short, in letters of one width. */
function drawCode({ context, rect, text, theme }: CellDrawing): void {
  if (text === '') return
  context.font = `400 11px ${theme.monoFamily}`
  context.fillStyle = theme.text
  context.fillText(fitText(context, text, rect.width - padding * 2), rect.x + padding, firstLine(rect) + 4)
}

/** One line for the eye: without quotes on plain keys. What is not JSON stays as it is. */
export function bareJson(text: string): string {
  try {
    return bareValue(JSON.parse(text))
  } catch {
    return text
  }
}

function bareValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(bareValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, one]) => {
    const bare = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)
    return `${bare}: ${bareValue(one)}`
  })
  return `{${entries.join(', ')}}`
}

/** A refused text, on the side where the column's values stand. */
export const drawRefused: DrawCell = (drawing) => (drawing.align === 'end' ? drawNumber(drawing) : drawText(drawing))

/** Drawing by the name that a column type asks for. */
export const cellDrawings: Readonly<Record<CellDisplay, DrawCell>> = {
  text: drawText,
  longText: drawText,
  number: drawNumber,
  percent: drawPercent,
  checkbox: drawCheckbox,
  date: drawDate,
  dateTime: drawDate,
  time: drawDate,
  chips: drawChips,
  link: drawLink,
  rating: drawRating,
  json: drawJson,
  person: drawPerson,
  files: drawFiles,
  code: drawCode,
  button: drawButton,
  records: drawRecords,
}

export interface ContentDrawing extends Omit<CellDrawing, 'rect' | 'hoverX' | 'active' | 'theme'> {
  readonly theme: Pick<CellTheme, 'fontFamily' | 'monoFamily'>
}

/** Width that a cell's content wants, for sizing a column by double click. */
export function contentWidth(drawing: ContentDrawing, display: CellDisplay): number {
  const { context, text, theme, column, value } = drawing
  if (display === 'checkbox') return 32
  if (display === 'rating') return padding * 2 + starStep * (column.options.max ?? ratingMaxDefault)
  if (display === 'chips') {
    context.font = `500 ${chipSize}px ${theme.fontFamily}`
    const titles = chipTitles(value, column)
    return titles.reduce((sum, title) => sum + textWidth(context, title) + chipPadding * 2 + chipGap, padding * 2)
  }
  if (display === 'records') return recordsWidth(context, value, theme.fontFamily)
  if (display === 'button') {
    context.font = `500 12px ${theme.fontFamily}`
    return padding * 2 + textWidth(context, buttonLabel(column)) + 16
  }
  context.font =
    display === 'json' || display === 'code' ? `400 11px ${theme.monoFamily}` : `400 ${bodySize}px ${theme.fontFamily}`
  const mark = display === 'person' || display === 'files' ? 24 : 0
  return padding * 2 + mark + tabularWidth(context, text.slice(0, 200)) + 2
}
