import { PartTabs, type PartTabsProps } from '@renderer/ui'
import { useId, type ReactNode } from 'react'
import styles from './clients.module.css'

export interface PanesProps<Part extends string> extends Omit<PartTabsProps<Part>, 'panelId'> {
  /** Facts and buttons after the tabs. */
  readonly end?: ReactNode
  /** True if the panel fills the height and scrolls inside. */
  readonly fill?: boolean
  readonly children: ReactNode
}

/** Tabs, and the panel of the chosen one. */
export function Panes<Part extends string>({ end, fill = false, children, ...tabs }: PanesProps<Part>) {
  const id = useId()
  return (
    <>
      <div className={styles.panesHead}>
        <PartTabs<Part> {...tabs} panelId={id} />
        <div className={styles.panesEnd}>{end}</div>
      </div>
      <div
        id={id}
        role="tabpanel"
        aria-labelledby={`${id}-${tabs.value}`}
        className={styles.panes}
        data-fill={fill || undefined}
      >
        {children}
      </div>
    </>
  )
}

/** The part of a client beside its rail. */
export function ClientMain({ children }: { readonly children: ReactNode }) {
  return <div className={styles.main}>{children}</div>
}
