import { memo } from '@renderer/i18n'
import type { PlacedCard, PlacedLine } from './layout'
import { cardShapes, lineShapes, type CardLook, type FitText, type Shape } from './shapes'
import styles from './erd.module.css'

/** Renders shapes on the screen in the colours of the page. */
function Shapes({ shapes }: { readonly shapes: readonly Shape[] }) {
  return shapes.map((shape, at) => <One key={at} shape={shape} />)
}

const colour = (paint: string | undefined): string => (paint === undefined ? 'none' : `var(--${paint})`)

function One({ shape }: { readonly shape: Shape }) {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, radius, fill, stroke, strokeWidth } = shape
      return (
        <rect
          {...{ x, y, width, height }}
          rx={radius}
          fill={colour(fill)}
          stroke={colour(stroke)}
          strokeWidth={strokeWidth}
        />
      )
    }
    case 'path': {
      const { d, fill, stroke, strokeWidth, dash, at, scale = 1 } = shape
      return (
        <path
          d={d}
          fill={colour(fill)}
          stroke={colour(stroke)}
          strokeWidth={strokeWidth}
          strokeDasharray={dash}
          strokeLinecap="round"
          strokeLinejoin="round"
          transform={at && `translate(${at.x} ${at.y}) scale(${scale})`}
        />
      )
    }
    case 'text': {
      const { x, y, text, size, weight, fill, anchor } = shape
      return (
        <text x={x} y={y} fontSize={size} fontWeight={weight} fill={colour(fill)} textAnchor={anchor}>
          {text}
        </text>
      )
    }
  }
}

export interface CardDrawingProps {
  readonly card: PlacedCard
  readonly fit: FitText
  readonly typeName: CardLook['typeName']
  readonly isFar: boolean
  readonly isChosen: boolean
  readonly isDim: boolean
}

/** One card at its place. */
export const CardDrawing = memo(function CardDrawing({ card, isDim, ...look }: CardDrawingProps) {
  return (
    <g
      className={styles.card}
      transform={`translate(${card.x} ${card.y})`}
      data-table={card.table.name}
      data-dim={isDim || undefined}
      data-chosen={look.isChosen || undefined}
    >
      <title>{card.table.title}</title>
      <Shapes shapes={cardShapes(card, look)} />
    </g>
  )
})

export interface LineDrawingProps {
  readonly line: PlacedLine
  readonly isChosen: boolean
  readonly isDim: boolean
}

/** One line between cards. */
export const LineDrawing = memo(function LineDrawing({ line, isChosen, isDim }: LineDrawingProps) {
  return (
    <g className={styles.line} data-relation={line.relation.id} data-dim={isDim || undefined}>
      <Shapes shapes={lineShapes(line, { isChosen })} />
    </g>
  )
})
