import { fitText, paintText } from '../canvas-text'
import styles from '../cells.module.css'
import { firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { codeWidth, type CellWidget } from './widget'

/** Draws codes, shapes and database types in a monospace font. */
function drawCode({ context, rect, text, theme }: CellDrawing): void {
  if (text === '') return
  context.font = `400 ${sized(11)}px ${theme.monoFamily}`
  context.fillStyle = theme.text
  paintText(context, fitText(context, text, rect.width - padding * 2), rect.x + padding, firstLine(rect) + 4)
}

export const codeWidget: CellWidget = {
  draw: drawCode,
  width: codeWidth,
  wraps: false,
  hovers: false,
  view: ({ text }) => <span className={`${styles.text} ${styles.code}`}>{text}</span>,
}
