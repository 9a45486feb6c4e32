import styles from './Brand.module.css'
import { classes } from './classes'

/** The mark: two columns of basalt. */
export function BrandMark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4.5 9.2 8.2 7l3.7 2.2v12.3H4.5z" fill="#0989FF" opacity=".45" />
      <path d="M11.9 5.2 15.7 3l3.8 2.2v16.3h-7.6z" fill="#0989FF" />
      <path d="M11.9 5.2 15.7 3l3.8 2.2-3.8 2.2z" fill="#7CC1FF" />
      <path d="M4.5 9.2 8.2 7l3.7 2.2-3.7 2.2z" fill="#7CC1FF" opacity=".75" />
    </svg>
  )
}

export interface BrandProps {
  readonly size?: number
  /** Shows the mark alone in a narrow window. */
  readonly shrinks?: boolean
}

/** Mark and name. The name is the same in every language. */
export function Brand({ size = 20, shrinks = false }: BrandProps) {
  return (
    <span className={styles.brand} data-large={size > 20 || undefined}>
      <BrandMark size={size} />
      <span className={classes(shrinks && styles.shrinking)}>{brandName}</span>
    </span>
  )
}

const brandName = 'Basalt'
