import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import styles from './Lines.module.css'

export interface LinesProps {
  readonly label?: string
  /** Announces lines that appear. */
  readonly live?: boolean
  readonly children: ReactNode
}

/** A bordered list of things, each with its actions at the end. */
export function Lines({ label, live = false, children }: LinesProps) {
  return (
    <ul className={styles.lines} aria-label={label} {...(live && { role: 'status' })}>
      {children}
    </ul>
  )
}

export interface LineProps {
  readonly icon?: IconName
  /** Colours the icon as a success. */
  readonly good?: boolean
  /** Before the words instead of an icon: an avatar. */
  readonly start?: ReactNode
  readonly title: ReactNode
  /** Badges after the title. */
  readonly badges?: ReactNode
  readonly text?: ReactNode
  /** Tooltip of the text. */
  readonly hint?: string
  /** Buttons. */
  readonly children?: ReactNode
}

export function Line({ icon, good = false, start, title, badges, text, hint, children }: LineProps) {
  return (
    <li className={styles.line}>
      {icon !== undefined && <Icon name={icon} className={good ? styles.good : undefined} />}
      {start}
      <span className={styles.words}>
        <span className={styles.title}>
          <bdi>{title}</bdi>
          {badges}
        </span>
        {text !== undefined && (
          <span className={styles.text} title={hint}>
            {text}
          </span>
        )}
      </span>
      {children !== undefined && <span className={styles.actions}>{children}</span>}
    </li>
  )
}
