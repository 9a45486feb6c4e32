export { Tree } from './Tree'
export { knownRowCount } from './use-row-count'
export { addressOf, apiAddressOf } from './menu-actions'
export type { TableMenuEntry } from './TreeMenu'

import { later } from '@renderer/ui'
import type { TableSummary } from '@common/model'
import type { OpenView, ViewWork } from './tree-actions'

export type { ViewWork } from './tree-actions'
export const RenameViewDialog = later(async () => (await import('./lazy')).RenameViewDialog)

/** Returns the actions of the tree's menu on a table's views. Loads the code on first use. */
export async function viewWork(
  projectId: string,
  table: TableSummary,
  open: string | undefined,
  openView: OpenView,
): Promise<ViewWork> {
  return (await import('./lazy')).viewWork(projectId, table, open, openView)
}
export type { RoutineGroup } from './tree-nodes'
export type { TreeProps } from './types'
