import { drawTabular, fitText, tabularWidth } from '../canvas-text'
import { baseline, bodySize, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { bodyWidth, type CellWidget } from './widget'

/** Digits of equal width, aligned right. */
export function drawNumber({ context, rect, text, theme, column }: CellDrawing): void {
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${sized(bodySize)}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const y = firstLine(rect) + baseline(bodySize)
  const width = rect.width - padding * 2
  if (tabularWidth(context, text) <= width) drawTabular(context, text, rect.x + rect.width - padding, y)
  else context.fillText(fitText(context, text, width), rect.x + padding, y)
}

export const numberWidget: CellWidget = {
  draw: drawNumber,
  width: bodyWidth,
  wraps: false,
  hovers: false,
  view: undefined,
}
