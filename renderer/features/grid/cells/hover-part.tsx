import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { startOf, type Bounds } from '@renderer/ui'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import type { CellPosition } from '@renderer/features/records/painter/data-grid'
import type { GridSession } from '@renderer/features/records/session/session'
import styles from '@renderer/features/records/cells/cells.module.css'
import { cellNote } from './cell-note'

/** Hover delay before the note of a cell appears. */
const restMs = 500

interface Shown {
  readonly text: string
  readonly at: Bounds
}

/** Shows a note beside a cell for content that doesn't fit, after a hover delay. */
export function useHoverPart(session: GridSession): GridPart {
  const { boundsOf, area, state } = session
  const [shown, setShown] = useState<Shown>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(session)
  latest.current = session
  const last = useRef<CellPosition>(undefined)

  const hide = (): void => {
    clearTimeout(timer.current)
    setShown(undefined)
  }
  useEffect(() => hide, [])
  // The note of a cell that moves or that the user edits would be wrong.
  useEffect(
    () =>
      state.subscribe((now, before) => {
        if (now.scrolled !== before.scrolled || now.editor !== before.editor) hide()
      }),
    [state],
  )

  const show = (cell: CellPosition): void => {
    const { model, columns } = latest.current
    const column = columns[cell.column]
    const at = boundsOf(cell)
    if (!column || !at || state.getState().editor) return
    const text = cellNote(model.cellAt(cell.row, column), column, at)
    if (text !== undefined) setShown({ text, at })
  }
  // Asked only when it shows something: the answer makes the browser lay out the page.
  const frame = shown && area.current?.getBoundingClientRect()
  return {
    hover: (cell) => {
      const before = last.current
      if (before?.column === cell?.column && before?.row === cell?.row) return
      last.current = cell
      hide()
      if (cell) timer.current = setTimeout(() => show(cell), restMs)
    },
    stage: frame && (
      <p className={styles.note} role="tooltip" style={placeOf(shown.at, frame)}>
        {shown.text}
      </p>
    ),
  }
}

/** Below the cell, or above it where there is no room below. */
function placeOf(at: Bounds, frame: DOMRect): CSSProperties {
  const insetInlineStart = Math.max(4, Math.min(startOf(at, frame), frame.width - 324))
  const below = frame.bottom - at.y - at.height
  const maxWidth = Math.min(480, frame.width - insetInlineStart - 8)
  return below > 120
    ? { insetInlineStart, top: at.y - frame.y + at.height + 2, maxWidth }
    : { insetInlineStart, bottom: frame.bottom - at.y + 2, maxWidth }
}
