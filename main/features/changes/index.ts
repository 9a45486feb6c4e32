import type { changeOperations } from '@common/operations/changes'
import type { FeatureModule } from '@main/operations/module'
import { createUndo, type UndoOptions } from './undo'

/** Creates the operations of the change log. */
export function createChangeLog(options: UndoOptions): FeatureModule<typeof changeOperations> {
  const undo = createUndo(options)
  return {
    handlers: {
      changeUndo: (context, input) => undo(context, { ...input, why: 'undo' }),
      changeRedo: (context, input) => undo(context, { ...input, why: 'redo' }),
    },
    // The rows record it themselves.
    audit: { changeUndo: null, changeRedo: null },
  }
}
