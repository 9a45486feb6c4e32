import { useTranslation } from '@renderer/i18n'
import { terminalMinPx, usePanelSize } from '@renderer/stores'
import { ResizeEdge } from '@renderer/ui'
import { useState } from 'react'
import styles from './terminal.module.css'
import { TerminalArea } from './TerminalArea'

// Everything that draws terminals is one file, loaded at first use.
export { resume } from './sessions'
export { TerminalArea }

/** The terminals under the work area: dragged higher or lower at the edge. */
export function TerminalPanel({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const height = usePanelSize((state) => state.terminalPx)
  const resized = usePanelSize((state) => state.terminalResized)
  const [dragged, setDragged] = useState<number>()
  return (
    <section
      className={styles.panel}
      style={{ height: Math.max(terminalMinPx, dragged ?? height) }}
      aria-label={t('terminal.label')}
    >
      <ResizeEdge
        className={styles.edge}
        label={t('terminal.resize')}
        grows="up"
        size={height}
        min={terminalMinPx}
        onDrag={setDragged}
        onResize={resized}
      />
      <TerminalArea projectId={projectId} />
    </section>
  )
}
