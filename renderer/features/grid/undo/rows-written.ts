import { queryClient } from '@renderer/api'

type Listener = (projectId: string) => void

const listeners = new Set<Listener>()

/** Rows were changed in this window by other ways than the grid that shows them: it asks for them again. */
export const rowsWritten = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  tell: (projectId: string): void => {
    for (const listener of listeners) listener(projectId)
    // Numbers of records beside the names of tables.
    void queryClient.invalidateQueries({ queryKey: ['rowCount', projectId] })
  },
}
