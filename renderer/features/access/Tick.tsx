import { classes, Icon } from '@renderer/ui'
import styles from './access.module.css'
import type { TickState } from './rules'

export interface TickProps {
  readonly state: TickState
  readonly label: string
  /** Place in the matrix, for the keyboard. */
  readonly at: string
  readonly isFocusable: boolean
  /** Why it can't be changed. */
  readonly reason?: string | undefined
  /** False if the permissions of the role don't grant it. Default: true. */
  readonly isGranted?: boolean
  /** Why it is off, although the permissions of the role grant it. */
  readonly forbidden?: string | undefined
  readonly isChanged?: boolean
  readonly onToggle: () => void
}

/** One right of a role, or several of them. */
export function Tick(props: TickProps) {
  const { state, label, at, isFocusable, reason, isGranted = true, forbidden, isChanged = false, onToggle } = props
  const look = isGranted ? forbidden !== undefined && styles.forbidden : styles.ungranted
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={state === 'mixed' ? 'mixed' : state === 'on'}
      aria-label={label}
      aria-disabled={reason !== undefined || undefined}
      title={reason ?? forbidden}
      data-at={at}
      tabIndex={isFocusable ? 0 : -1}
      className={classes(styles.tick, look, isChanged && styles.changed)}
      onClick={reason === undefined ? onToggle : undefined}
    >
      <span className={styles.box}>
        {state !== 'off' ? (
          <Icon name={state === 'mixed' ? 'minus' : 'check'} size={12} />
        ) : (
          forbidden !== undefined && <Icon name="close" size={12} />
        )}
      </span>
    </button>
  )
}
