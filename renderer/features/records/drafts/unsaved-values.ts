import type { Sentence } from '@renderer/i18n'
import { unsaved, useUnsaved, type UnsavedCell } from '@renderer/stores'

/** An unsaved value of a cell: queued, in flight or rejected. */
export type UnsavedValue = Pick<
  UnsavedCell,
  'rowKey' | 'key' | 'column' | 'record' | 'value' | 'before' | 'text' | 'state'
> & {
  readonly message?: Sentence | undefined
}

/** Unsaved values of one table, by row and column. */
export interface UnsavedValues {
  readonly get: (rowKey: string, column: string) => UnsavedValue | undefined
  readonly ofRow: (rowKey: string) => Iterable<UnsavedValue>
  readonly all: () => Iterable<UnsavedValue>
  readonly put: (cell: UnsavedValue) => void
  readonly remove: (rowKey: string, column: string) => void
  /** Subscribes to changes from elsewhere: sent by another part of the page, discarded, loaded. */
  readonly subscribe: (listener: () => void) => () => void
}

type Rows = Map<string, Map<string, UnsavedValue>>

function cellsIn(rows: () => Rows): Pick<UnsavedValues, 'get' | 'ofRow' | 'all'> {
  return {
    get: (rowKey, column) => rows().get(rowKey)?.get(column),
    ofRow: (rowKey) => rows().get(rowKey)?.values() ?? [],
    all: () => [...rows().values()].flatMap((cells) => [...cells.values()]),
  }
}

function add(rows: Rows, cell: UnsavedValue): void {
  const cells = rows.get(cell.rowKey) ?? new Map<string, UnsavedValue>()
  rows.set(cell.rowKey, cells.set(cell.column.name, cell))
}

/** Stores values in memory only. */
export function cellsInMemory(): UnsavedValues {
  const rows: Rows = new Map()
  return {
    ...cellsIn(() => rows),
    put: (cell) => add(rows, cell),
    remove: (rowKey, column) => void rows.get(rowKey)?.delete(column),
    subscribe: () => () => undefined,
  }
}

/** Stores values across reloads. */
export function cellsOfBrowser(
  projectId: string,
  table: { readonly name: string; readonly title: string },
): UnsavedValues {
  const { name, title } = table
  const idOf = (rowKey: string, column: string): string => JSON.stringify([projectId, name, rowKey, column])
  let indexed: { readonly edits: unknown; readonly rows: Rows } | undefined
  const rows = (): Rows => {
    const { edits } = useUnsaved.getState()
    if (indexed?.edits !== edits) {
      const found: Rows = new Map()
      for (const edit of edits)
        if (edit.kind === 'cell' && edit.projectId === projectId && edit.table.name === name) add(found, edit)
      indexed = { edits, rows: found }
    }
    return indexed.rows
  }
  return {
    ...cellsIn(rows),
    put: (cell) =>
      unsaved.put({
        ...cell,
        kind: 'cell',
        id: idOf(cell.rowKey, cell.column.name),
        projectId,
        table: { name, title },
        at: Date.now(),
      }),
    remove: (rowKey, column) => unsaved.remove(idOf(rowKey, column)),
    subscribe: (listener) => useUnsaved.subscribe(listener),
  }
}
