import { queryClient } from '@renderer/api'

/** Records that an undo or redo has just written: where the user wants to look. */
export interface WrittenRows {
  /** Name of the table in the database. */
  readonly table: string
  /** As in a path. */
  readonly rowIds: readonly string[]
  /** Titles of the columns that changed; none for whole records. */
  readonly titles: readonly string[]
}

type Listener = (projectId: string, written: WrittenRows | undefined) => void

const listeners = new Set<Listener>()

/** Rows were changed in this window by other ways than the grid that shows them: it asks for them again. */
export const rowsWritten = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** @param written  given by undo and redo: the grid goes there */
  tell: (projectId: string, written?: WrittenRows): void => {
    for (const listener of listeners) listener(projectId, written)
    // Numbers of records beside the names of tables.
    void queryClient.invalidateQueries({ queryKey: ['rowCount', projectId] })
  },
}
