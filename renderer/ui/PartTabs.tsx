import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './PartTabs.module.css'
import { placeByKey } from './tab-keys'

export interface PartTabsProps<Value extends string> {
  readonly value: Value
  readonly parts: ReadonlyArray<{
    readonly value: Value
    readonly label: string
    /** A count or a state after the label. */
    readonly badge?: ReactNode
  }>
  readonly onChange: (value: Value) => void
  /** Accessible name of the tabs. */
  readonly label: string
  /** Id of the element that shows the chosen part, with the role `tabpanel`. */
  readonly panelId: string
}

/** Tabs over the parts of a page or dialog: arrows move, the chosen one is underlined. */
export function PartTabs<Value extends string>({ value, parts, onChange, label, panelId }: PartTabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)

  const press = (event: KeyboardEvent, at: number): void => {
    const next = parts[placeByKey(event.key, at, parts.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-part="${next.value}"]`)?.focus()
  }

  return (
    <div className={styles.tabs} role="tablist" aria-label={label} ref={list}>
      {parts.map((part, at) => (
        <button
          key={part.value}
          type="button"
          role="tab"
          data-part={part.value}
          id={`${panelId}-${part.value}`}
          className={styles.tab}
          aria-selected={part.value === value}
          aria-controls={panelId}
          tabIndex={part.value === value ? 0 : -1}
          onClick={() => onChange(part.value)}
          onKeyDown={(event) => press(event, at)}
        >
          {part.label}
          {part.badge}
        </button>
      ))}
    </div>
  )
}
