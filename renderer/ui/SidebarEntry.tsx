import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import styles from './sidebar.module.css'

export interface SidebarEntryProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'name'> {
  readonly icon: IconName
  readonly name: string
  readonly isActive: boolean
  /** True for a page that others don't see: greyed. */
  readonly isHidden?: boolean
  /** Absent for the button of a menu. */
  readonly onOpen?: () => void
  readonly ref?: Ref<HTMLButtonElement>
  /** At its end: a number, as a rule. */
  readonly children?: ReactNode
}

/** An entry below the tree that opens a page of the project. */
export function SidebarEntry(props: SidebarEntryProps) {
  const { icon, name, isActive, isHidden = false, onOpen, onClick, children, ...rest } = props
  return (
    <button
      {...rest}
      type="button"
      className={classes(styles.entry, isActive && styles.active, isHidden && styles.hidden)}
      aria-current={isActive ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event)
        onOpen?.()
      }}
    >
      <Icon name={icon} size={14} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      {children}
    </button>
  )
}
