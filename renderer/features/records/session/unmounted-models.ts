import type { Table } from '@common/model'
import type { GridModel } from '../model/grid-model'

/** A first render that takes longer than this has been abandoned. */
const longestRenderMs = 10_000

/**
 * Models of first renders that haven't mounted yet. React drops an interrupted first render with its state and begins
 * again: the next attempt takes over the model, which is reading its rows already.
 */
function createUnmountedModels() {
  const models = new Map<string, GridModel>()
  const remove = (model: GridModel): boolean => {
    for (const [key, waiting] of models) if (waiting === model) return models.delete(key)
    return false
  }
  return {
    take: (key: string, table: Table, make: () => GridModel): GridModel => {
      const waiting = models.get(key)
      if (waiting?.table === table) return waiting
      if (waiting !== undefined) waiting.rows.pause()
      const made = make()
      // It has requested nothing. Another attempt makes another, with newer rows.
      if (made.rows.isHeld) return made
      models.set(key, made)
      setTimeout(() => {
        if (remove(made)) made.rows.pause()
      }, longestRenderMs)
      return made
    },
    remove,
  }
}

export const unmountedModels = createUnmountedModels()
