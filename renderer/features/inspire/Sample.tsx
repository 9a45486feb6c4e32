import type { ReactNode } from 'react'
import styles from './inspire.module.css'

export interface SampleRowProps {
  /** The states that it shows. */
  readonly title: string
  /** Below one another instead of beside one another. */
  readonly stacked?: boolean
  readonly children: ReactNode
}

/** Components of one kind under their names. */
export function Sample({ title, stacked = false, children }: SampleRowProps) {
  return (
    <div className={styles.sample}>
      <h3>{title}</h3>
      <div className={stacked ? styles.stack : styles.row}>{children}</div>
    </div>
  )
}
