import { useConnection, useUnsaved } from '@renderer/stores'
import type { GridModel } from '../model/grid-model'
import { storedDrafts } from '../drafts/saved-drafts'

/** Models of open tables, with their projects. They store their own drafts. */
const open = new Map<GridModel, string>()

/** True if an open table shows this draft, and stores it. */
export const isShownDraft = (id: string): boolean =>
  [...open.keys()].some((model) => model.drafts.all.some((draft) => draft.id === id))

/** Sends the queued drafts of a project's open tables again. */
export function retryDrafts(projectId: string): void {
  for (const [model, project] of open)
    if (project === projectId && model.drafts.all.some((draft) => draft.waitsForServer)) model.drafts.retry()
}

/** Sends the drafts of an open table after a reconnect, and applies discards from the list of unsaved edits. */
export function followDrafts(projectId: string, model: GridModel): () => void {
  open.set(model, projectId)
  const ends = [
    useConnection.subscribe(({ isLost }, before) => {
      if (before.isLost && !isLost) model.drafts.retry()
    }),
    useUnsaved.subscribe(({ edits }, before) => {
      const there = new Set(edits.map(({ id }) => id))
      // Discards drafts that the list has dropped. A draft that was never saved has no entry there.
      for (const { id } of before.edits) if (!there.has(id)) model.drafts.discardById(id)
      model.drafts.resume(storedDrafts(projectId, model.table))
    }),
  ]
  return () => {
    open.delete(model)
    for (const end of ends) end()
  }
}
