import type { changeOperations } from '@common/operations/changes'
import { permits } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import { idFloor } from '@main/lib/log-id'
import { inProject } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createUndo, type Undo } from './undo'
import type { UndoOptions } from './types'

export { applyInParts, checkParts, oneTransactionMax } from './parts'
export { createTakeBack } from './taking-back'

export interface ChangeLogModule extends FeatureModule<typeof changeOperations>, Pick<Undo, 'takeBack'> {}

/** Creates the operations of the change log. */
export function createChangeLog(options: UndoOptions): ChangeLogModule {
  const { undo, takeBack } = createUndo(options)
  return {
    takeBack,
    handlers: {
      changeUndo: (context, input) => undo(context, { ...input, why: 'undo' }),
      changeRedo: (context, input) => undo(context, { ...input, why: 'redo' }),
      changesSince: (context, { cursor, from, limit }) => {
        const { projectId } = inProject(context)
        return options.log.since({
          projectId,
          cursor: cursor ?? (from === undefined ? '' : idFloor(Date.parse(from))),
          limit,
          table: async (name) => {
            const table = await options.tables(context.principal).named(projectId, name)
            // The log can't tell which rows a row filter hides.
            return table?.sight.read === true && table.sight.rows === undefined ? table : undefined
          },
          // Commands may name hidden tables and columns.
          commands: permits(context.principal, 'audit.read') && !isLimited(context.principal),
        })
      },
    },
    // The rows record it themselves.
    audit: { changeUndo: null, changeRedo: null },
  }
}

export type { PartPorts } from './types'
