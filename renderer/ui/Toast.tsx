import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './Icon'
import { IconButton } from './IconButton'
import styles from './Toast.module.css'

export interface ToastProps {
  readonly kind: 'success' | 'info' | 'error'
  readonly text: string
  readonly detail?: string | undefined
  readonly durationMs: number
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  readonly closeLabel: string
  readonly onClose: () => void
}

const icons: Readonly<Record<ToastProps['kind'], IconName>> = { success: 'check', info: 'info', error: 'warning' }

/** A message that disappears by itself, unless it has the pointer or the focus. */
export function Toast({ kind, text, detail, durationMs, action, closeLabel, onClose }: ToastProps) {
  const [held, setHeld] = useState(false)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close.current(), durationMs)
    return () => clearTimeout(timer)
  }, [held, durationMs])

  return (
    <div
      className={styles.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.mark}>
        <Icon name={icons[kind]} />
      </span>
      <div className={styles.text}>
        <div>{text}</div>
        {detail !== undefined && <div>{detail}</div>}
      </div>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" size="xs" label={closeLabel} onClick={onClose} />
    </div>
  )
}
