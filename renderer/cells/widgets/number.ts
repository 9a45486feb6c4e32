import { drawTabular, fitText, paintText, tabularWidth } from '../canvas-text'
import { baseline, bodySize, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { standsAtEnd } from '../mirror'
import { bodyWidth, type CellWidget } from './widget'

/** Digits of equal width, aligned right in every language. */
export function drawNumber({ context, rect, text, theme, column }: CellDrawing): void {
  if (text === '') return
  context.font = `${column.primaryValue ? 500 : 400} ${sized(bodySize)}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const y = firstLine(rect) + baseline(bodySize)
  const width = rect.width - padding * 2
  const own = tabularWidth(context, text)
  const right = rect.x + padding + (standsAtEnd('end') ? width : own)
  if (own <= width) drawTabular(context, text, right, y)
  else paintText(context, fitText(context, text, width), rect.x + padding, y)
}

export const numberWidget: CellWidget = {
  draw: drawNumber,
  width: bodyWidth,
  wraps: false,
  hovers: false,
  view: undefined,
}
