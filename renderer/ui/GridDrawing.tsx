import { useId } from 'react'
import styles from './GridDrawing.module.css'

const rows = [
  { name: 112, chip: 58, chipColor: 'blue', third: 70, last: 120 },
  { name: 90, chip: 44, chipColor: 'amber', third: 52, last: 106 },
  { name: 126, chip: 66, chipColor: 'teal', third: 80, last: 92 },
  { name: 76, chip: 50, chipColor: 'violet', third: 60, last: 78 },
] as const
const headings = [
  { x: 56, width: 60 },
  { x: 236, width: 48 },
  { x: 356, width: 56 },
  { x: 476, width: 40 },
] as const

/** A fading grid: illustration of an empty project or project list. */
export function GridDrawing() {
  const fade = useId()
  const mask = useId()
  return (
    <svg className={styles.drawing} viewBox="0 0 640 148" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id={mask}>
          <rect width="640" height="148" fill={`url(#${fade})`} />
        </mask>
      </defs>
      <g mask={`url(#${mask})`}>
        <rect x=".5" y=".5" width="639" height="170" rx="8" fill="var(--surface)" stroke="var(--line2)" />
        <path
          d="M0 30.5h640M0 60.5h640M0 90.5h640M0 120.5h640M44.5 0v150M224.5 0v150M344.5 0v150M464.5 0v150"
          stroke="var(--line)"
        />
        <path d="M44.5 0v30" stroke="var(--line2)" />
        {headings.map(({ x, width }) => (
          <rect key={x} x={x} y="11" width={width} height="8" rx="4" fill="var(--dis)" opacity=".7" />
        ))}
        {rows.map((row, index) => (
          <g key={row.chipColor} transform={`translate(0 ${index * 30})`}>
            <rect x="18" y="42" width="8" height="6" rx="3" fill="var(--line)" />
            <rect x="56" y="41" width={row.name} height="8" rx="4" fill="var(--line2)" />
            <rect x="236" y="37" width={row.chip} height="16" rx="5" fill={`var(--c-${row.chipColor})`} />
            <rect x="356" y="41" width={row.third} height="8" rx="4" fill="var(--line)" />
            <rect x="476" y="41" width={row.last} height="8" rx="4" fill="var(--line)" />
          </g>
        ))}
        <rect x="44.5" y="30.5" width="180" height="30" fill="none" stroke="var(--p)" strokeWidth="2" />
      </g>
    </svg>
  )
}
