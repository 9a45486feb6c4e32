import type { ReactNode } from 'react'
import { classes } from './classes'
import styles from './Table.module.css'

export interface TableProps {
  /** Accessible name, unless a heading above says the same. */
  readonly label?: string
  /** Draws a border around it: in the middle of a page. Without one it ends at the edges of its panel. */
  readonly framed?: boolean
  /** Short rows of differing height, under a head that stays. */
  readonly dense?: boolean
  /** Width in pixels below which it scrolls sideways. */
  readonly minWidth?: number
  /** `thead` and `tbody`. `data-cell` of a cell says what it holds: quiet, time, number or actions. */
  readonly children: ReactNode
}

/** A table of settings, people or links. For records there is the grid. */
export function Table({ label, framed = false, dense = false, minWidth, children }: TableProps) {
  return (
    <div className={classes(styles.frame, framed && styles.framed)}>
      <table
        className={classes(styles.table, dense && styles.dense)}
        aria-label={label}
        style={minWidth === undefined ? undefined : { minWidth }}
      >
        {children}
      </table>
    </div>
  )
}
