import { logicalKey } from '@renderer/i18n'
import { useId, type ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import styles from './sidebar.module.css'

export interface SidebarGroupProps {
  readonly name: string
  readonly isOpen: boolean
  /** True if the open page is one of its entries. */
  readonly isActive: boolean
  readonly onToggle: () => void
  /** Its entries. They render while it is open. */
  readonly children: ReactNode
}

/** A heading that opens and closes its entries, by click, Enter or the arrow keys. */
export function SidebarGroup({ name, isOpen, isActive, onToggle, children }: SidebarGroupProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={`${id}-name`} className={styles.group}>
      <button
        type="button"
        className={classes(styles.head, isActive && !isOpen && styles.activeHead)}
        aria-expanded={isOpen}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (logicalKey(event.key) === (isOpen ? 'ArrowLeft' : 'ArrowRight')) onToggle()
        }}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} mirrored={!isOpen} />
        <span id={`${id}-name`} className={styles.name} title={name}>
          {name}
        </span>
      </button>
      {isOpen && <div className={styles.entries}>{children}</div>}
    </div>
  )
}
