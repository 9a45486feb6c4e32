import type { StoredValue } from '@common/columns/column-type'
import styles from '../cells.module.css'
import { drawIcon, firstLine, type CellDrawing } from '../draw-parts'
import { iconPaths } from '../icon-paths'
import { PathIcon } from '../PathIcon'
import type { CellWidget } from './widget'

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

/** True for yes. Databases without a boolean type store 1 and 0. */
export function isTrue(value: StoredValue): boolean {
  return value === true || value === 1 || value === 1n || value === '1' || value === 'true'
}

export const checkboxWidget: CellWidget = {
  draw: drawCheckbox,
  width: () => 32,
  wraps: false,
  hovers: true,
  view: ({ value }) => isTrue(value) && <PathIcon className={styles.tick} path={iconPaths.check} size={16} />,
}
