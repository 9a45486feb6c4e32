import { useConnection, useUnsaved } from '@renderer/stores'
import type { GridModel } from '../grid-model'
import { storedDrafts } from '../kept-drafts'

/** Ids of new rows that an open table takes care of. */
const open = new Set<GridModel>()

/** True if an open table shows this new row, and stores it. */
export const isShownDraft = (id: string): boolean =>
  [...open].some((model) => model.drafts.all.some((draft) => draft.id === id))

/** Sends the new rows of an open table when the server is back, and follows what is done with them in the list. */
export function followDrafts(projectId: string, model: GridModel): () => void {
  open.add(model)
  const ends = [
    useConnection.subscribe(({ isLost }, before) => {
      if (before.isLost && !isLost) model.drafts.retry()
    }),
    useUnsaved.subscribe(({ edits }, before) => {
      const there = new Set(edits.map(({ id }) => id))
      // Discarded in the list; one that was never kept has nothing yet.
      for (const { id } of before.edits) {
        const at = there.has(id) ? -1 : model.drafts.all.findIndex((draft) => draft.id === id)
        if (at >= 0 && !model.drafts.isSending(id)) model.drafts.discard(at)
      }
      model.drafts.resume(storedDrafts(projectId, model.table))
    }),
  ]
  return () => {
    open.delete(model)
    for (const end of ends) end()
  }
}
