import { snackbarTimeoutMs } from '@common/constants'
import { useEffect, useRef, useState } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import styles from './Toast.module.css'

export interface SnackbarProps {
  readonly text: string
  /** Links beside the sentence. */
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[]
  readonly closeLabel: string
  readonly onClose: () => void
}

/** One sentence at the bottom centre with Close. Disappears after 10 s (S1 §9), unless it has the pointer or the focus. */
export function Snackbar({ text, actions = [], closeLabel, onClose }: SnackbarProps) {
  const [held, setHeld] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close.current(), snackbarTimeoutMs)
    return () => clearTimeout(timer)
  }, [text, held])
  return (
    <div
      className={classes(styles.toast, styles.snackbar)}
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.text}>
        <div>{text}</div>
      </div>
      {actions.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className={styles.action}
          onClick={() => {
            run()
            onClose()
          }}
        >
          {label}
        </button>
      ))}
      <Button kind="quiet" onClick={onClose}>
        {closeLabel}
      </Button>
    </div>
  )
}
