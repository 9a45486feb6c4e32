import type { ReactNode, Ref } from 'react'
import styles from './TabPage.module.css'

export interface TabPageProps {
  /** Accessible name: that of the tab. */
  readonly label: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** The page of a tab that shows no records: a bar or a head, then what fills the rest. */
export function TabPage({ label, ref, children }: TabPageProps) {
  return (
    <section ref={ref} className={styles.page} aria-label={label}>
      {children}
    </section>
  )
}

export interface TabBarProps {
  /** Controls at the end. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** Find box, filters and actions in one line at the top of a tab. */
export function TabBar({ end, children }: TabBarProps) {
  return (
    <div className={styles.bar}>
      {children}
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  )
}

/** A title with a sentence at the top of a tab: holds a `PageHead`, and what explains it. */
export function TabHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>
}

/** Centres an empty state in the rest of a tab. */
export function TabMiddle({ children }: { readonly children: ReactNode }) {
  return <div className={styles.middle}>{children}</div>
}
