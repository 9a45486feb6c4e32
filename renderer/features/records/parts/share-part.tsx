import { SharePopover } from '@renderer/features/shares'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** Shares the open view with visitors by a link. */
export function useSharePart({ projectId, table, view, permissions }: GridSession): GridPart {
  if (!permissions.has('share.manage')) return {}
  return { toolbarEnd: <SharePopover projectId={projectId} table={table.name} view={view.view.id} /> }
}
