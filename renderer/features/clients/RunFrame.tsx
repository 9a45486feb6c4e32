import { useLatest } from '@renderer/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './clients.module.css'

export interface RunFrameProps {
  readonly onRun: () => void
  readonly children: ReactNode
}

/**
 * The frame of a client. Ctrl+Enter inside runs its request, before an editor would add a line. While nothing has the
 * focus, as after opening the client from the palette, it runs the request too.
 */
export function RunFrame({ onRun, children }: RunFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const run = useLatest(onRun)
  useEffect(() => {
    const element = frame.current
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopPropagation()
      run.current()
    }
    const pressNowhere = (event: KeyboardEvent): void => {
      if (document.activeElement === document.body) press(event)
    }
    element?.addEventListener('keydown', press, { capture: true })
    globalThis.addEventListener('keydown', pressNowhere)
    return () => {
      element?.removeEventListener('keydown', press, { capture: true })
      globalThis.removeEventListener('keydown', pressNowhere)
    }
  }, [run])
  return (
    <div ref={frame} className={styles.frame}>
      {children}
    </div>
  )
}
