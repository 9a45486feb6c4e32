import { PickField, type PickFieldProps } from '@renderer/ui'
import type { ReactNode } from 'react'
import styles from './work.module.css'

/** A sentence below fields or facts. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}

/** A time, or a duration. */
export function When({ children }: { readonly children: ReactNode }) {
  return <span className={styles.when}>{children}</span>
}

/** Values from a list, below their label. */
export function LabelledPick({ hint, ...pick }: PickFieldProps & { readonly hint?: string }) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{pick['aria-label']}</span>
      <PickField {...pick} />
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </div>
  )
}
