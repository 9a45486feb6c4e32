import { isLinkType } from '@common/columns/questions'
import type { Table } from '@common/model'
import { messageOf } from '@renderer/api'
import type { EditorMove } from '@renderer/cells'
import { useTable } from '@renderer/features/tables'
import { useDirection, useTranslation } from '@renderer/i18n'
import { startInWindow, startOf, type Bounds } from '@renderer/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CellPosition, DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { candidates } from './link-api'
import styles from './links.module.css'
import { LinkedPanel } from './LinkedPanel'
import { ReferencePicker } from './ReferencePicker'

export interface LinkEditorProps {
  readonly projectId: string
  readonly model: GridModel
  readonly cell: CellPosition
  readonly column: DataGridColumn
  readonly typed: string | undefined
  readonly mayChange: boolean
  readonly mayCreate: boolean
  readonly boundsOf: (cell: CellPosition) => Bounds | undefined
  readonly scrolled: number
  readonly onDone: (move: EditorMove) => void
}

const width = 320

/** The editor of a link cell: picks one record, or lists the linked ones. */
export function LinkEditor(props: LinkEditorProps) {
  const { projectId, cell, column, boundsOf, scrolled, onDone } = props
  const box = useRef<HTMLDivElement>(null)
  const place = usePlace(boundsOf, cell, scrolled)
  const related = useTable(projectId, column.link?.link.relatedTable ?? '').value
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) done.current('stay')
    }
    document.addEventListener('pointerdown', pressed, true)
    return () => document.removeEventListener('pointerdown', pressed, true)
  }, [])
  if (!place || !column.link) return null
  return createPortal(
    <div
      ref={box}
      className={styles.box}
      style={place}
      role="dialog"
      aria-label={column.title}
      onBlur={({ target }) => {
        queueMicrotask(() => {
          // The painter takes the focus a frame after a click; the search field must hold it.
          const now = document.activeElement
          if (target.isConnected && (now === document.body || now?.closest('canvas'))) target.focus()
        })
      }}
    >
      {related && <LinkBody {...props} related={related} />}
    </div>,
    document.getElementById('portal') ?? document.body,
  )
}

function LinkBody(props: LinkEditorProps & { readonly related: Table }) {
  const { projectId, model, cell, column, typed, mayChange, mayCreate, related, onDone } = props
  const { t } = useTranslation()
  // The row that was opened: rows may move while the panel is open.
  const [row] = useState(() => model.rowAt(cell.row))
  const { link } = column
  if (!link || row === undefined) return null
  if (isLinkType(column.column))
    return (
      <LinkedPanel
        projectId={projectId}
        model={model}
        column={link}
        row={row}
        related={related}
        typed={typed}
        mayChange={mayChange}
        mayCreate={mayCreate}
        onClose={() => onDone('stay')}
      />
    )
  const give = (value: unknown): void => {
    const sentence = model.give(cell.row, column.column, { kind: 'json', value })
    if (sentence !== undefined) model.refuse(cell.row, column.column, String(value), sentence)
  }
  /** If the user leaves before the search ends, it continues. An unmatched text stays in the cell. */
  const find = async (text: string): Promise<void> => {
    const refuse = (sentence: string): void => model.refuse(cell.row, column.column, text, sentence)
    try {
      const [record] = await candidates({ projectId, related }, link, text, new AbortController().signal)
      if (record === undefined) return refuse(t('grid.links.notFound'))
      give(model.labels.learn(link, related, record))
    } catch (error) {
      refuse(messageOf(error))
    }
  }
  return (
    <ReferencePicker
      projectId={projectId}
      model={model}
      column={link}
      related={related}
      label={column.title}
      isRequired={column.column.required}
      mayCreate={mayCreate}
      current={model.valueAt(cell.row, column.column) ?? null}
      typed={typed}
      onCancel={() => onDone('stay')}
      onPick={(value, move) => {
        give(value)
        onDone(move)
      }}
      onLeave={(text, move) => {
        if (text !== '') void find(text)
        onDone(move)
      }}
    />
  )
}

/** Under the cell, moved to stay inside the window. */
function usePlace(
  boundsOf: (cell: CellPosition) => Bounds | undefined,
  cell: CellPosition,
  scrolled: number,
): { insetInlineStart: number; top?: number; bottom?: number; width: number } | undefined {
  const direction = useDirection()
  const [bounds, setBounds] = useState(() => boundsOf(cell))
  useLayoutEffect(() => setBounds(boundsOf(cell)), [boundsOf, cell, scrolled, direction])
  if (!bounds) return undefined
  const wide = Math.min(Math.max(bounds.width + 1, width), window.innerWidth - 16)
  const insetInlineStart = startInWindow(startOf(bounds), wide)
  const below = window.innerHeight - bounds.y - bounds.height
  return below < 320 && bounds.y > below
    ? { insetInlineStart, bottom: window.innerHeight - bounds.y, width: wide }
    : { insetInlineStart, top: bounds.y, width: wide }
}
