import { useUsers } from '@renderer/stores'
import { useEffect, useRef } from 'react'
import type { CellPosition, DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'

/** A cell in editing. */
interface TypedCell {
  readonly user: string | null
  readonly projectId: string
  readonly table: string
  readonly view: string | null
  /** Undefined in a draft. */
  readonly rowKey?: string | undefined
  readonly row: number
  readonly column: string
  readonly text: string
}

const storageKey = 'basalt typed'
const user = (): string | null => useUsers.getState().user?.email ?? null

function stored<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError || error instanceof SyntaxError)
      return undefined
    throw error
  }
}

/** Uncommitted text of a cell. Saved in the session storage, so that it survives a reload. */
export const typedCell = {
  keep: (cell: Omit<TypedCell, 'user'>): void => {
    stored((storage) => storage.setItem(storageKey, JSON.stringify({ ...cell, user: user() })))
  },
  end: (): void => {
    stored((storage) => storage.removeItem(storageKey))
  },
  get: (): TypedCell | undefined =>
    stored((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as TypedCell | null) ?? undefined,
}

export interface TypedCellOptions {
  readonly projectId: string
  readonly view: string | null
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly open: (cell: CellPosition, typed: string) => void
}

/** Reopens the editor of the cell that the user was editing before a reload, with its text. */
export function useTypedCell({ projectId, view, model, columns, open }: TypedCellOptions): void {
  const wanted = useRef<TypedCell | undefined>(undefined)
  const isRead = useRef(false)
  if (!isRead.current) {
    isRead.current = true
    const typed = typedCell.get()
    const isHere = typed?.projectId === projectId && typed.table === model.table.name && typed.view === view
    if (isHere && typed.user === user()) wanted.current = typed
  }
  const latest = useRef({ columns, open })
  latest.current = { columns, open }
  useEffect(() => {
    const tryOpen = (): void => {
      const typed = wanted.current
      if (!typed) return
      const column = latest.current.columns.findIndex(({ id }) => id === typed.column)
      const row = typed.rowKey === undefined ? newRow(model) : rowOf(model, typed.rowKey, typed.row)
      if (column < 0 || row === undefined) return
      wanted.current = undefined
      latest.current.open({ column, row }, typed.text)
    }
    // Waits for the painter, which knows the bounds of the cell.
    let frame = requestAnimationFrame(tryOpen)
    const stop = model.subscribe(() => {
      cancelAnimationFrame(frame)
      if (wanted.current) frame = requestAnimationFrame(tryOpen)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [model])
}

const newRow = (model: GridModel): number | undefined =>
  model.rows.count !== undefined && model.drafts.count > 0 ? model.rows.length : undefined

/** Finds the current line of the row: its former one, or among the loaded rows. */
function rowOf(model: GridModel, key: string, place: number): number | undefined {
  if (model.keyAt(place) === key) return place
  const { from, to } = model.rows.visible
  for (let row = from; row < to; row += 1) if (model.keyAt(row) === key) return row
  return undefined
}
