import { useLatest } from '@renderer/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './clients.module.css'

export interface RunFrameProps {
  readonly onRun: () => void
  readonly children: ReactNode
}

/** The frame of a client. Ctrl+Enter inside runs its request, before an editor would add a line. */
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
    element?.addEventListener('keydown', press, { capture: true })
    return () => element?.removeEventListener('keydown', press, { capture: true })
  }, [run])
  return (
    <div ref={frame} className={styles.frame}>
      {children}
    </div>
  )
}
