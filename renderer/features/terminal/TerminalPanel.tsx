import { useTranslation } from '@renderer/i18n'
import { terminalMinPx, usePanelSize } from '@renderer/stores'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './terminal.module.css'
import { TerminalArea } from './TerminalArea'

// Everything that draws terminals is one file, loaded at first use.
export { resume } from './sessions'
export { TerminalArea }

const keyStepPx = 16

/** The terminals under the work area: dragged higher or lower at the edge. */
export function TerminalPanel({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const height = usePanelSize((state) => state.terminalPx)
  const resized = usePanelSize((state) => state.terminalResized)
  const [dragged, setDragged] = useState<number>()

  const start = (event: PointerEvent<HTMLDivElement>): void => {
    const edge = event.currentTarget
    edge.setPointerCapture(event.pointerId)
    const begin = event.clientY
    let now = height
    const move = (moved: globalThis.PointerEvent): void => {
      now = Math.max(terminalMinPx, height + begin - moved.clientY)
      setDragged(now)
    }
    const end = (): void => {
      edge.removeEventListener('pointermove', move)
      setDragged(undefined)
      if (now !== height) resized(now)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', end, { once: true })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') resized(height + keyStepPx)
    else if (event.key === 'ArrowDown') resized(height - keyStepPx)
    else return
    event.preventDefault()
  }
  return (
    <section className={styles.panel} style={{ height: dragged ?? height }} aria-label={t('terminal.label')}>
      <div
        className={styles.edge}
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t('terminal.resize')}
        aria-valuenow={height}
        aria-valuemin={terminalMinPx}
        onPointerDown={start}
        onKeyDown={press}
      />
      <TerminalArea projectId={projectId} />
    </section>
  )
}
