import type { ReactNode } from 'react'
import styles from './dialog-line.module.css'

export interface DialogLineProps {
  /** Screen readers get the name from the control itself. */
  readonly label?: string
  readonly children: ReactNode
}

/** A line of a dialog's form: label, then control. */
export function DialogLine({ label, children }: DialogLineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}
