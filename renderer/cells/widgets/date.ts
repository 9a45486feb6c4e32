import { drawTabular, fitText, paintText, tabularWidth } from '../canvas-text'
import { baseline, bodySize, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { bodyWidth, type CellWidget } from './widget'

/** Draws dates at the start, with digits of equal width, so that they line up. */
function drawDate({ context, rect, text, theme, column }: CellDrawing): void {
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${sized(bodySize)}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const y = firstLine(rect) + baseline(bodySize)
  const width = tabularWidth(context, text)
  if (width <= rect.width - padding * 2) drawTabular(context, text, rect.x + padding + width, y)
  else paintText(context, fitText(context, text, rect.width - padding * 2), rect.x + padding, y)
}

export const dateWidget: CellWidget = { draw: drawDate, width: bodyWidth, wraps: false, hovers: false, view: undefined }
