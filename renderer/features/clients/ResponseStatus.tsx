import type { ReactNode } from 'react'
import styles from './clients.module.css'

/** The status of a response, in green if it is good and in red otherwise. */
export function ResponseStatus({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
  return (
    <span className={styles.status} data-good={isGood || undefined}>
      {children}
    </span>
  )
}
