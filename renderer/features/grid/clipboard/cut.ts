import type { Table } from '@common/model'
import { sentence } from '@renderer/i18n'
import { create } from 'zustand'
import { restRowApi } from '@renderer/features/records/rows/row-api'
import { isThere, updateOf } from '@renderer/features/records/rows/row-changes'
import { keyColumns, keyValues, rowKey, type Row } from '@renderer/features/records/rows/row-key'
import type { CellRange } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import { queueOfBrowser } from '@renderer/features/records/unsaved/queue-of-browser'
import { rangesOfShape, type CopyShape } from '@renderer/features/records/clipboard/copy'

/**
 * Cut cells, which empty when the block is pasted, as in spreadsheets. After a mistaken cut or a paste into another
 * program, the values are still there.
 */
export interface CutCells {
  /** Names the block on the clipboard. */
  readonly copy: string
  readonly projectId: string
  readonly table: Table
  /** Where they are shown, for the frame. */
  readonly ranges: readonly CellRange[]
  /** Key values of the rows. */
  readonly keys: readonly Row[]
  /** Titles of the columns. */
  readonly titles: readonly string[]
  /** Refreshes the changed rows. */
  readonly refresh: () => void
}

/** The current cut, in any table of this window. */
export const useCut = create<{ readonly cut: CutCells | undefined }>(() => ({ cut: undefined }))

export const cutCells = {
  set: (cut: CutCells): void => useCut.setState({ cut }),
  get: (): CutCells | undefined => useCut.getState().cut,
  end: (): void => useCut.setState({ cut: undefined }),
}

/** Stores the cut by row keys, which sorting and new rows don't change. */
export async function cutShape(session: GridSession, shape: CopyShape, copy: string): Promise<void> {
  const { projectId, model, columns } = session
  const keys: Row[] = []
  for (const { from, to } of shape.rows) {
    const rows = await model.rows.load(from, Math.min(to, model.rows.length))
    keys.push(...rows.flatMap((row) => (rowKey(model.table, row) === undefined ? [] : [keyValues(model.table, row)])))
  }
  cutCells.set({
    copy,
    projectId,
    table: model.table,
    ranges: rangesOfShape(shape),
    keys,
    titles: shape.columns.flatMap((at) => {
      const column = columns[at]
      return column?.editable && !column.column.primaryKey ? [column.title] : []
    }),
    refresh: () => model.rows.refresh(),
  })
}

/**
 * Empties the cells that were cut in another table, after they were pasted. Waits for the server like the paste.
 *
 * @throws the server's error
 */
export async function emptyCut({ projectId, table, refresh }: CutCells, rows: readonly Row[]): Promise<void> {
  const key = new Set(keyColumns(table).map(({ title }) => title))
  const changes = rows
    .map((row) =>
      updateOf(
        table,
        keyValues(table, row),
        Object.fromEntries(Object.entries(row).filter(([title]) => !key.has(title))),
      ),
    )
    .filter(isThere)
  const cells = changes.reduce((sum, change) => sum + ('values' in change ? Object.keys(change.values).length : 0), 0)
  const words = {
    label: sentence('undo.cleared', { count: cells }),
    undone: sentence('undo.back.cleared', { count: cells }),
  }
  const queue = queueOfBrowser(projectId, table.name)
  const { state } = await queue.send({ table, api: restRowApi(projectId, table) }, changes, words)
  if (state === 'stored') refresh()
}
