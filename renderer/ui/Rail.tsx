import type { ReactNode } from 'react'
import styles from './Rail.module.css'

/** Class of an entry of a rail: a link or a button with an optional icon, a `bdi` and an optional `small`. */
export const railEntry = styles.entry ?? ''

/** The list of pages or things beside the one that is shown. */
export function Rail({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.rail} aria-label={label}>
      {children}
    </nav>
  )
}

export interface RailGroupProps {
  readonly title?: string
  /** List items. */
  readonly children: ReactNode
  /** Below the entries. */
  readonly foot?: ReactNode
}

export function RailGroup({ title, children, foot }: RailGroupProps) {
  return (
    <div className={styles.group}>
      {title !== undefined && <h2>{title}</h2>}
      <ul>{children}</ul>
      {foot}
    </div>
  )
}
