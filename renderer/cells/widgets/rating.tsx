import { ratingMaxDefault } from '@common/columns/types/rating'
import type { Column } from '@common/model'
import styles from '../cells.module.css'
import { drawIcon, firstLine, padding, type CellDrawing } from '../draw-parts'
import { ratingShape } from '../rating-shapes'
import type { CellWidget } from './widget'

export const starSize = 12
const starStep = starSize + 1

/** Returns the rating that a click at this distance from the cell's start means; undefined beside the stars. */
export function ratingAt(x: number, column: Column): number | undefined {
  const star = Math.floor((x - padding) / starStep) + 1
  return star >= 1 && star <= (column.options.max ?? ratingMaxDefault) ? star : undefined
}

function drawRating({ context, rect, value, theme, column, hoverX }: CellDrawing): void {
  const rating = value === null ? 0 : Number(value)
  const preview = hoverX === undefined ? undefined : ratingAt(hoverX, column)
  // An empty rating is blank until hover.
  if (rating === 0 && preview === undefined && value === null) return
  const max = column.options.max ?? ratingMaxDefault
  for (let star = 0; star < max; star += 1) {
    context.fillStyle = star < (preview ?? rating) ? theme.star : theme.line2
    const x = rect.x + padding + star * starStep
    if (x + starSize > rect.x + rect.width) break
    drawIcon(context, ratingShape(column), { x, y: firstLine(rect) - starSize / 2, size: starSize }, 'fill')
  }
}

export const ratingWidget: CellWidget = {
  draw: drawRating,
  width: ({ column }) => padding * 2 + starStep * (column.options.max ?? ratingMaxDefault),
  wraps: false,
  hovers: true,
  view: ({ value, column }) =>
    value !== null && (
      <span className={styles.stars}>
        {Array.from({ length: column.options.max ?? ratingMaxDefault }, (_, at) => (
          <svg key={at} width="12" height="12" viewBox="0 0 24 24" data-set={at < Number(value)} aria-hidden="true">
            <path d={ratingShape(column)} fill="currentColor" />
          </svg>
        ))}
      </span>
    ),
}
