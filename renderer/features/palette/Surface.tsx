import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '@renderer/ui'
import styles from './palette.module.css'
import { palette, usePalette } from './palette-store'

export interface SurfaceProps {
  readonly label: string
  readonly className: string | undefined
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** An overlay that traps the focus. Escape or a click outside closes it and restores the focus. */
export function Surface({ label, className, onKeyDown, children }: SurfaceProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = usePalette.getState().opener
    box.current?.querySelector('input')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    <div
      role="presentation"
      className={styles.veil}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) palette.close()
      }}
    >
      <div
        ref={box}
        className={classes(styles.surface, className)}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        data-palette
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            event.stopPropagation()
            palette.close()
          } else if (event.key === 'Tab') turn(event, box.current)
          else onKeyDown?.(event)
        }}
      >
        {children}
      </div>
    </div>,
    document.body,
  )
}

/** Wraps Tab around inside the overlay. */
function turn(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('input,button:not(:disabled),[tabindex="0"]') ?? [])]
  const [first, last] = [stops[0], stops.at(-1)]
  const edge = event.shiftKey ? first : last
  if (document.activeElement !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
