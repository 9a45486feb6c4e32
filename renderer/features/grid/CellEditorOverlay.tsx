import { useFailure } from '@renderer/api'
import { columnType } from '@common/columns/registry'
import type { EditorDraft, EditorEnd, EditorMove } from '@renderer/cells'
import { useDirection } from '@renderer/i18n'
import { classes, Icon, startInWindow, startOf, type Bounds } from '@renderer/ui'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CellEditor, editorOf, writesAsItGoes } from '@renderer/features/records/cells/CellEditor'
import type { CellPosition, DataGridColumn } from '@renderer/features/records/painter/data-grid'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import styles from '@renderer/features/records/frame/grid.module.css'
import { ConflictNote } from '@renderer/features/records/live/ConflictNote'

export interface CellEditorOverlayProps {
  readonly model: GridModel
  readonly cell: CellPosition
  readonly column: DataGridColumn
  readonly typed: string | undefined
  /** Returns the current bounds of the cell; called again while the grid scrolls. */
  readonly boundsOf: (cell: CellPosition) => Bounds | undefined
  readonly scrolled: number
  /** Called on each change of the text. */
  readonly onTyped?: (text: string) => void
  readonly onDone: (end: EditorEnd) => void
}

/** Extra width that an editor needs beyond its cell. */
const leastWidth: Partial<Record<string, number>> = {
  longText: 320,
  json: 360,
  select: 220,
  multiSelect: 240,
  date: 248,
  dateTime: 248,
  person: 280,
  files: 360,
}

/** Maximum width of a message at an editor. Without room towards the end, it ends with the editor. */
const notePx = 350

/**
 * Editor over a cell. An ordinary element, ready before the first key, so that no character is lost. Rejected input
 * stays in it, with the message below.
 */
export function CellEditorOverlay(props: CellEditorOverlayProps) {
  const { model, cell, column, typed, boundsOf, scrolled, onTyped, onDone } = props
  const problemId = useId()
  const [problem, setProblem] = useFailure()
  const box = useRef<HTMLDivElement>(null)
  const { editor } = columnType(column.column.uiType)
  const isFiles = writesAsItGoes(column)
  const draft = useRef<EditorDraft | undefined>(
    typed === undefined || isFiles ? undefined : { kind: 'text', text: typed, reader: model.reader },
  )
  const done = useRef(false)
  const value = model.valueAt(cell.row, column.column) ?? null
  const place = usePlace(boundsOf, cell, leastWidth[editor] ?? 0, scrolled)

  const commit = (given: EditorDraft, move: EditorMove): void => {
    const sentence = model.give(cell.row, column.column, given)
    setProblem(sentence)
    if (sentence !== undefined) return
    done.current = true
    onDone(move)
  }
  const close = (): void => {
    done.current = true
    onDone('stay')
  }
  const leave = (end: 'stay' | 'away'): void => {
    if (done.current) return
    done.current = true
    const given = draft.current
    const sentence = given && model.give(cell.row, column.column, given)
    // Input is never discarded: it stays in the cell until the user corrects or reverts it.
    if (given && sentence !== undefined) model.refuse(cell.row, column.column, textOfDraft(given), sentence)
    onDone(end)
  }
  const tellTyped = useEffectEvent((): void => {
    if (typed !== undefined && !isFiles) onTyped?.(typed)
  })
  // Only on mount: afterwards the editor reports changes.
  useEffect(() => tellTyped(), [])
  const leaveNow = useRef(leave)
  leaveNow.current = leave
  useEffect(() => {
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) leaveNow.current('stay')
    }
    document.addEventListener('pointerdown', pressed, true)
    return () => {
      document.removeEventListener('pointerdown', pressed, true)
    }
  }, [])

  const portal = document.getElementById('portal') ?? document.body
  if (!editorOf(column) || !place) return null
  const end = column.align === 'end' ? styles.editorEnd : undefined
  return createPortal(
    <div
      ref={box}
      onBlur={(event) => {
        const field = event.target
        queueMicrotask(() => {
          const now = document.activeElement
          if (done.current || !document.hasFocus() || box.current?.contains(now) === true) return
          // The painter takes the focus a frame after a click, so the editor takes it back. Focus elsewhere is
          // intentional.
          if (now === document.body || now?.closest('canvas') !== null) field.focus()
          else leave('away')
        })
      }}
      className={classes(styles.editor, end)}
      style={place}
      data-invalid={problem !== undefined || undefined}
      data-near-end={place.insetInlineStart + notePx > window.innerWidth || undefined}
    >
      <div className={styles.editorBody}>
        <CellEditor
          row={cell.row}
          column={column}
          value={value}
          text={model.textOf(value, column.column)}
          typed={typed}
          reader={model.reader}
          problemId={problem === undefined ? undefined : problemId}
          onCommit={commit}
          onCancel={close}
          onLeave={close}
          onDraft={(next) => {
            draft.current = next
            if (next?.kind === 'text') onTyped?.(next.text)
            setProblem(undefined)
          }}
        />
      </div>
      {/* A file editor saves continuously, so it causes these changes itself. */}
      {!isFiles && (
        <ConflictNote
          model={model}
          cell={cell}
          column={column}
          onTake={close}
          onKeep={() => box.current?.querySelector<HTMLElement>('input,textarea,[tabindex]')?.focus()}
        />
      )}
      {problem !== undefined && (
        <p id={problemId} className={styles.problem} role="alert">
          <Icon name="warning" size={14} />
          {problem}
        </p>
      )}
    </div>,
    portal,
  )
}

function textOfDraft(draft: EditorDraft): string {
  if (draft.kind === 'text') return draft.text
  const { value } = draft
  if (Array.isArray(value)) return value.join(', ')
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Place over the cell, moved to stay inside the window. */
function usePlace(
  boundsOf: (cell: CellPosition) => Bounds | undefined,
  cell: CellPosition,
  least: number,
  scrolled: number,
): { insetInlineStart: number; top: number; width: number; minHeight: number } | undefined {
  const direction = useDirection()
  const [bounds, setBounds] = useState(() => boundsOf(cell))
  useLayoutEffect(() => setBounds(boundsOf(cell)), [boundsOf, cell, scrolled, direction])
  if (!bounds) return undefined
  const width = Math.min(Math.max(bounds.width + 1, least), window.innerWidth - 16)
  return {
    insetInlineStart: startInWindow(startOf(bounds), width),
    top: bounds.y,
    width,
    minHeight: bounds.height + 1,
  }
}
