import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import styles from './SidebarEntry.module.css'

export interface SidebarEntryProps {
  readonly icon: IconName
  readonly name: string
  readonly isActive: boolean
  readonly onOpen: () => void
  /** At its end: a number, as a rule. */
  readonly children?: ReactNode
}

/** An entry below the tree that opens a page of the project. */
export function SidebarEntry({ icon, name, isActive, onOpen, children }: SidebarEntryProps) {
  return (
    <button
      type="button"
      className={classes(styles.entry, isActive && styles.active)}
      aria-current={isActive ? 'page' : undefined}
      onClick={onOpen}
    >
      <Icon name={icon} size={14} />
      <span className={styles.name}>{name}</span>
      {children}
    </button>
  )
}
