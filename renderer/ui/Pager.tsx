import { IconButton } from './IconButton'
import styles from './Pager.module.css'

interface Way {
  readonly label: string
  /** Undefined at the end of the list. */
  readonly go: (() => void) | undefined
}

export interface PagerProps {
  /** “1–25 of 40 users” */
  readonly text: string
  readonly back: Way
  readonly onward: Way
}

/** Pages below a table. */
export function Pager({ text, back, onward }: PagerProps) {
  return (
    <div className={styles.pager}>
      <span role="status">{text}</span>
      <IconButton icon="chevronLeft" size="xs" mirrored label={back.label} disabled={!back.go} onClick={back.go} />
      <IconButton
        icon="chevronRight"
        size="xs"
        mirrored
        label={onward.label}
        disabled={!onward.go}
        onClick={onward.go}
      />
    </div>
  )
}
