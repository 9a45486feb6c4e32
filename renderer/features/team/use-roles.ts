import type { ListedRole } from '@common/operations/access'
import { useOperation } from '@renderer/api'

const none: readonly ListedRole[] = []

/** Returns the roles of a project, the strongest first; none while they load. */
export function useRoles(projectId: string, enabled = true): readonly ListedRole[] {
  return useOperation('roleList', {}, { projectId, enabled, silent: true }).data?.list ?? none
}
