import styles from '../cells.module.css'
import { oneLineHeight, padding, type CellDrawing } from '../draw-parts'
import { drawNumber } from './number'
import { bodyWidth, type CellWidget } from './widget'

const barHeight = 4

/** Draws the number, and a bar below it if the column has one: full at 100. */
function drawPercent(drawing: CellDrawing): void {
  const { context, rect, value, theme, column } = drawing
  if (column.options.bar !== true || value === null) return drawNumber(drawing)
  const line = Math.min(rect.height, oneLineHeight())
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

export const percentWidget: CellWidget = {
  draw: drawPercent,
  width: bodyWidth,
  wraps: false,
  hovers: false,
  view: ({ value, text, column }) =>
    column.options.bar === true && value !== null ? (
      <span className={styles.percent}>
        {text}
        <span className={styles.bar}>
          <span style={{ width: `${Math.max(0, Math.min(100, Number(value)))}%` }} />
        </span>
      </span>
    ) : undefined,
}
