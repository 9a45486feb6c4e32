import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

export interface PageHeadProps {
  readonly title: string
  readonly text?: ReactNode
  /** Controls at the end: find box, then buttons. */
  readonly children?: ReactNode
}

/** The head of a tab: title, a sentence below, controls at the end. */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
