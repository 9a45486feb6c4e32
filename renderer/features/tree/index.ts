export { Tree, type TreeProps } from './Tree'
export { knownRowCount } from './use-row-count'
export { addressOf, apiAddressOf } from './menu-actions'
export type { TableMenuEntry } from './TreeMenu'

import { later } from '@renderer/ui'
import type { TableSummary } from '@common/model'
import type { OpenView, ViewWork } from './tree-actions'

export type { ViewWork } from './tree-actions'
export const RenameViewDialog = later(async () => (await import('./lazy')).RenameViewDialog)

/** What the menu of the tree does to the views of a table; loaded when it is first asked for. */
export async function viewWork(
  projectId: string,
  table: TableSummary,
  open: string | undefined,
  openView: OpenView,
): Promise<ViewWork> {
  return (await import('./lazy')).viewWork(projectId, table, open, openView)
}
