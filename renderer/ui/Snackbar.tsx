import { snackbarTimeoutMs } from '@common/constants'
import { useEffect, useRef } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import styles from './Toast.module.css'

/** One sentence at the bottom centre with Close; disappears after 10 s (S1 §9). */
export function Snackbar({
  text,
  closeLabel,
  onClose,
}: {
  readonly text: string
  readonly closeLabel: string
  readonly onClose: () => void
}) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const timer = setTimeout(() => close.current(), snackbarTimeoutMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={classes(styles.toast, styles.snackbar)} role="status">
      <div className={styles.text}>
        <div>{text}</div>
      </div>
      <Button kind="quiet" onClick={onClose}>
        {closeLabel}
      </Button>
    </div>
  )
}
