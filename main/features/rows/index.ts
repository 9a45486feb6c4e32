import type { rowOperations } from '@common/operations/rows'
import type { FeatureModule } from '@main/operations/module'
import { createRowHandlers, type RowHandlersOptions } from './handlers'

export type { Changes } from './handlers'
export { createOnce, type Once } from './once'

/** Creates the operations that write rows of several tables at once. */
export function createRows(options: RowHandlersOptions): FeatureModule<typeof rowOperations> {
  // The rows record it themselves.
  return { handlers: createRowHandlers(options), audit: { rowsApply: null } }
}
