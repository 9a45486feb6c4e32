import { SearchField, Segments, type SearchFieldProps } from '@renderer/ui'
import type { ReactNode } from 'react'
import styles from './clients.module.css'

export interface ClientRailProps<Part extends string> {
  /** Accessible name of the shown part. */
  readonly label: string
  /** Accessible name of the choice of parts. */
  readonly partsLabel: string
  readonly part: Part
  readonly parts: readonly { readonly value: Part; readonly label: string }[]
  readonly onPart: (part: Part) => void
  readonly children: ReactNode
}

/** The panel at the side of a client: what can be sent, or what was sent. */
export function ClientRail<Part extends string>(props: ClientRailProps<Part>) {
  const { label, partsLabel, part, parts, onPart, children } = props
  return (
    <aside className={styles.rail} aria-label={label}>
      <div className={styles.railParts}>
        <Segments<Part> label={partsLabel} value={part} options={parts} onChange={onPart} />
      </div>
      {children}
    </aside>
  )
}

/** The search field above a list. */
export function RailSearch(props: Pick<SearchFieldProps, 'label' | 'value' | 'onChange'>) {
  return (
    <div className={styles.railSearch}>
      <SearchField size="sm" {...props} />
    </div>
  )
}

/** The part of a rail that scrolls. */
export function RailList({ children }: { readonly children: ReactNode }) {
  return <div className={styles.railList}>{children}</div>
}

/** The part below the list. */
export function RailFoot({ children }: { readonly children: ReactNode }) {
  return <div className={styles.railFoot}>{children}</div>
}
