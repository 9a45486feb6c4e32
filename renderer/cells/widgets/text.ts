import { fitText, isRightToLeft, paintText, textWidth } from '../canvas-text'
import { baseline, bodySize, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { drawsMirrored } from '../mirror'
import { lineHeight, linesIn, wrapText } from '../wrap-text'
import { bodyWidth, type CellWidget } from './widget'

/** Draws one line in low cells, and as many lines as fit in higher ones. */
export function drawText(drawing: CellDrawing): void {
  const { context, rect, text, theme, column } = drawing
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${sized(bodySize)}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const width = rect.width - padding * 2
  const lines = linesIn(rect.height)
  if (lines === 1) return drawLine(drawing, fitText(context, text, width), firstLine(rect))
  let middle = firstLine(rect)
  for (const line of wrapText(context, text, width, lines)) {
    drawLine(drawing, line, middle)
    middle += lineHeight()
  }
}

function drawLine({ context, rect }: CellDrawing, line: string, middle: number): void {
  const y = middle + baseline(bodySize)
  // On a mirrored canvas, all text is at the start: on the right.
  const standsRight = !drawsMirrored() && isRightToLeft(line)
  const x = standsRight ? rect.x + rect.width - padding - textWidth(context, line) : rect.x + padding
  paintText(context, line, x, y)
}

export const textWidget: CellWidget = { draw: drawText, width: bodyWidth, wraps: true, hovers: false, view: undefined }
