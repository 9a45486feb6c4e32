import type { StoredValue } from '@common/columns/column-type'
import { fitText, textWidth } from './canvas-text'
import { baseline, padding, type CellDrawing } from './draw-parts'

const chipHeight = 20
const chipPadding = 6
const chipGap = 4
const chipSize = 12

/** Names of linked records as they travel in a cell, and whether there are more of them. */
export function recordLabels(value: StoredValue): { readonly labels: readonly string[]; readonly more: boolean } {
  if (typeof value !== 'string' || value === '') return { labels: [], more: false }
  const { labels, more } = JSON.parse(value) as { labels: string[]; more: boolean }
  return { labels, more }
}

/** Outlined chips, one for each record; what does not fit becomes a number. */
export function drawRecords(drawing: CellDrawing): void {
  const { context, rect, theme } = drawing
  const { labels, more } = recordLabels(drawing.value)
  const right = rect.x + rect.width - padding
  const middle = rect.y + rect.height / 2
  const sign = (left: number): string => `+${left}${more ? '+' : ''}`
  let x = rect.x + padding
  for (const [at, label] of labels.entries()) {
    const left = labels.length - at - 1
    context.font = `400 ${chipSize}px ${theme.fontFamily}`
    const isLast = left === 0 && !more
    const room = right - x - (isLast ? 0 : textWidth(context, sign(Math.max(1, left))) + chipGap)
    const wide = textWidth(context, label) + chipPadding * 2
    if (at > 0 && wide > room) return drawSign(drawing, x, sign(left + 1))
    const width = Math.max(chipPadding * 2 + 4, Math.min(wide, room))
    context.fillStyle = theme.surface
    context.strokeStyle = theme.line2
    context.beginPath()
    context.roundRect(x + 0.5, middle - chipHeight / 2 + 0.5, width - 1, chipHeight - 1, 4)
    context.fill()
    context.stroke()
    context.fillStyle = theme.text
    const fitted = fitText(context, label, width - chipPadding * 2 + 0.5)
    context.fillText(fitted, x + chipPadding, middle + baseline(chipSize))
    x += width + chipGap
  }
  if (more) drawSign(drawing, x, '+')
}

function drawSign({ context, rect, theme }: CellDrawing, x: number, text: string): void {
  context.font = `400 11px ${theme.fontFamily}`
  context.fillStyle = theme.text3
  context.fillText(text, x + 2, rect.y + rect.height / 2 + baseline(11))
}

/** Width that all the names want. */
export function recordsWidth(context: CanvasRenderingContext2D, value: StoredValue, fontFamily: string): number {
  context.font = `400 ${chipSize}px ${fontFamily}`
  return recordLabels(value).labels.reduce(
    (sum, label) => sum + textWidth(context, label) + chipPadding * 2 + chipGap,
    padding * 2,
  )
}
