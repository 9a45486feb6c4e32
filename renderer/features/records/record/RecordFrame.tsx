import { useTranslation } from '@renderer/i18n'
import { recordMaxPx, recordMinPx, usePanelSize } from '@renderer/stores'
import { ResizeEdge } from '@renderer/ui'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import styles from './frame.module.css'

export interface RecordFrameProps {
  readonly label: string
  readonly head: ReactNode
  readonly body: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onScroll: () => void
  /** Content below the scrolling part, with its own scroll. */
  readonly about?: ReactNode
  readonly children: ReactNode
}

/** Above this content width the panel is beside it; below the other it covers all of it (ui.md §4). */
const besideFromPx = 1_180
const fullBelowPx = 900

/** The frame of a record panel at the end of the content: its position, width and drag handle. */
export function RecordFrame({ label, head, body, onKeyDown, onScroll, about, children }: RecordFrameProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const chosen = usePanelSize((state) => state.recordPx)
  const resized = usePanelSize((state) => state.recordResized)
  const [dragged, setDragged] = useState<number>()
  const room = useParentWidth(frame)
  const place = room === undefined || room < fullBelowPx ? 'full' : room < besideFromPx ? 'over' : 'beside'
  const within = (px: number): number => Math.min(recordMaxPx, Math.max(recordMinPx, px))
  return (
    <aside
      ref={frame}
      className={styles.frame}
      data-place={place}
      data-record-panel
      style={place === 'full' ? undefined : { width: within(dragged ?? chosen) }}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {place !== 'full' && (
        <ResizeEdge
          className={styles.edge}
          label={t('record.resize')}
          grows="start"
          size={within(chosen)}
          min={recordMinPx}
          max={recordMaxPx}
          onDrag={setDragged}
          onResize={resized}
        />
      )}
      <div className={styles.head}>{head}</div>
      <div className={styles.body}>
        <div ref={body} className={styles.scroll} onScroll={onScroll}>
          {children}
        </div>
        {about !== undefined && about !== null && about !== false && <div className={styles.about}>{about}</div>}
      </div>
    </aside>
  )
}

function useParentWidth(frame: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const parent = frame.current?.parentElement
    if (!parent) return
    const observer = new ResizeObserver(() => setWidth(parent.clientWidth))
    observer.observe(parent)
    return () => observer.disconnect()
  }, [frame])
  return width
}
