import { fitText, paintText, textWidth } from '../canvas-text'
import { baseline, bodySize, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { bodyWidth, type CellWidget } from './widget'

function drawLink(drawing: CellDrawing): void {
  const { context, rect, text, theme, hoverX } = drawing
  if (text === '') return
  context.font = `400 ${sized(bodySize)}px ${theme.fontFamily}`
  const fitted = fitText(context, text, rect.width - padding * 2)
  const y = firstLine(rect) + baseline(bodySize)
  const hovered = hoverX !== undefined && hoverX >= padding && hoverX <= padding + textWidth(context, fitted)
  context.fillStyle = hovered ? theme.accentText : theme.text
  paintText(context, fitted, rect.x + padding, y)
  if (hovered) context.fillRect(rect.x + padding, Math.round(y + 2), textWidth(context, fitted), 1)
}

/** Addresses: underlined under the pointer. */
export const linkWidget: CellWidget = { draw: drawLink, width: bodyWidth, wraps: false, hovers: true, view: undefined }
