import type { PointerEvent } from 'react'
import { centred, seenBox, type Camera, type Size } from './camera'
import styles from './erd.module.css'
import type { PlacedDiagram } from './layout'

const [width, height] = [184, 124]

export interface OverviewProps {
  readonly diagram: PlacedDiagram
  readonly camera: Camera
  readonly size: Size
  readonly onLook: (camera: Camera) => void
}

/** A minimap of the drawing with the viewport. A click moves the viewport; the keyboard moves between cards instead. */
export function Overview({ diagram, camera, size, onLook }: OverviewProps) {
  const { box, cards } = diagram
  const scale = Math.min((width - 12) / Math.max(1, box.width), (height - 12) / Math.max(1, box.height))
  const [left, top] = [
    (width - box.width * scale) / 2 - box.x * scale,
    (height - box.height * scale) / 2 - box.y * scale,
  ]
  const seen = seenBox(camera, size)
  const look = (event: PointerEvent<SVGSVGElement>): void => {
    const frame = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - frame.x - left) / scale
    const y = (event.clientY - frame.y - top) / scale
    onLook(centred(camera, size, { x, y, width: 0, height: 0 }))
  }
  return (
    <svg
      className={styles.overview}
      width={width}
      height={height}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        look(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) look(event)
      }}
    >
      <g transform={`translate(${left} ${top}) scale(${scale})`}>
        {cards.map((card) => (
          <rect
            key={card.table.name}
            x={card.x}
            y={card.y}
            width={card.width}
            height={card.height}
            rx={6}
            fill="var(--line2)"
          />
        ))}
      </g>
      <rect
        x={left + seen.x * scale}
        y={top + seen.y * scale}
        width={Math.max(4, seen.width * scale)}
        height={Math.max(4, seen.height * scale)}
        fill="var(--sel)"
        stroke="var(--p)"
      />
    </svg>
  )
}
