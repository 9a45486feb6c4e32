import type { StoredValue } from '@common/columns/column-type'
import { fitText, paintText, textWidth } from '../canvas-text'
import { chipGap, chipRows } from '../chip-rows'
import { iconPaths } from '../icon-paths'
import { baseline, drawIcon, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import styles from '../cells.module.css'
import type { CellWidget } from './widget'

const chipPadding = 6
const chipSize = 12

/** Returns the names of linked records in a cell, and true if there are more. */
export function recordLabels(value: StoredValue): { readonly labels: readonly string[]; readonly more: boolean } {
  if (typeof value !== 'string' || value === '') return { labels: [], more: false }
  const { labels, more } = JSON.parse(value) as { labels: string[]; more: boolean }
  return { labels, more }
}

/** Width of the plus sign at the end of a cell, on hover. */
export const plusRoom = 28
/** The square around it while it is pointed at. */
const plusBox = 20

/** Draws an outlined chip for each record, and the number of hidden ones. */
export function drawRecords(drawing: CellDrawing): void {
  const { context, rect, theme, hoverX } = drawing
  const { labels, more } = recordLabels(drawing.value)
  const right = rect.x + rect.width - (hoverX === undefined ? padding : plusRoom)
  if (hoverX !== undefined) drawPlus(drawing, hoverX)
  const start = rect.x + padding
  const { chipHeight, pitch, rows } = chipRows(rect.height)
  let row = 0
  context.font = `400 ${sized(chipSize)}px ${theme.fontFamily}`
  let middle = firstLine(rect)
  let x = start
  for (const [at, label] of labels.entries()) {
    const left = labels.length - at - 1
    const isLast = left === 0 && !more
    const sign = isLast ? 0 : signWidth(drawing, signOf(Math.max(1, left), more)) + chipGap
    context.font = `400 ${sized(chipSize)}px ${theme.fontFamily}`
    const wide = textWidth(context, label) + chipPadding * 2
    if (x > start && row < rows - 1 && wide > right - x) {
      row += 1
      middle += pitch
      x = start
    }
    const room = right - x - (row < rows - 1 ? 0 : sign)
    if (x > start && wide > room) return drawSign(drawing, x, middle, signOf(left + 1, more))
    const width = Math.max(chipPadding * 2 + 4, Math.min(wide, room))
    context.fillStyle = theme.surface
    context.strokeStyle = theme.line2
    context.beginPath()
    context.roundRect(x + 0.5, middle - chipHeight / 2 + 0.5, width - 1, chipHeight - 1, 4)
    context.fill()
    context.stroke()
    context.fillStyle = theme.text
    const fitted = fitText(context, label, width - chipPadding * 2 + 0.5)
    paintText(context, fitted, x + chipPadding, middle + baseline(chipSize))
    x += width + chipGap
  }
  if (more) drawSign(drawing, x, middle, signOf(0, more))
}

/** Returns the number of hidden records, as far as it is known. */
const signOf = (left: number, more: boolean): string => (left === 0 ? '…' : `+${left}${more ? '…' : ''}`)

function signWidth({ context, theme }: CellDrawing, text: string): number {
  context.font = `400 ${sized(11)}px ${theme.fontFamily}`
  return textWidth(context, text)
}

function drawSign({ context, theme }: CellDrawing, x: number, middle: number, text: string): void {
  context.font = `400 ${sized(11)}px ${theme.fontFamily}`
  context.fillStyle = theme.text3
  paintText(context, text, x + 2, middle + baseline(11))
}

/** Links further records. */
function drawPlus({ context, rect, theme }: CellDrawing, hoverX: number): void {
  const left = rect.x + rect.width - plusRoom + 4
  const top = firstLine(rect) - plusBox / 2
  if (hoverX >= rect.width - plusRoom) {
    context.fillStyle = theme.hover
    context.beginPath()
    context.roundRect(left, top, plusBox, plusBox, 4)
    context.fill()
  }
  context.strokeStyle = theme.text2
  drawIcon(context, iconPaths.plus, { x: left + 3, y: top + 3, size: 14 }, 'stroke')
}

/** Width that all the names want. */
export function recordsWidth(context: CanvasRenderingContext2D, value: StoredValue, fontFamily: string): number {
  context.font = `400 ${sized(chipSize)}px ${fontFamily}`
  return recordLabels(value).labels.reduce(
    (sum, label) => sum + textWidth(context, label) + chipPadding * 2 + chipGap,
    padding * 2,
  )
}

export const recordsWidget: CellWidget = {
  draw: drawRecords,
  width: ({ context, value, theme }) => recordsWidth(context, value, theme.fontFamily),
  wraps: false,
  hovers: true,
  view: ({ value }) =>
    recordLabels(value).labels.map((label, at) => (
      <span key={at} className={styles.record}>
        {label}
      </span>
    )),
}
