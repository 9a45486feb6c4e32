import { queryClient } from '@renderer/api'

/** Records that an undo or redo has just written, which the grid shows. */
export interface WrittenRows {
  /** Name of the table in the database. */
  readonly table: string
  /** As in a path. */
  readonly rowIds: readonly string[]
  /** Titles of the changed columns; empty for whole records. */
  readonly titles: readonly string[]
}

type Listener = (projectId: string, written: WrittenRows | undefined) => void

const listeners = new Set<Listener>()

/** Notifies grids that another part of this window changed their rows, so that they reload them. */
export const rowsWritten = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** @param written  records from undo and redo; the grid scrolls to them */
  tell: (projectId: string, written?: WrittenRows): void => {
    for (const listener of listeners) listener(projectId, written)
    // The record counts beside table names.
    void queryClient.invalidateQueries({ queryKey: ['rowCount', projectId] })
  },
}
