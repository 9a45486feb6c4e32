import { holdsPeople } from '@common/columns/questions'
import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import { useOperation } from '@renderer/api'
import type { Person } from '@renderer/cells'

const nobody: readonly Person[] = []

/** Returns the people that cells of a table can name. Loads them only if an editable column holds people. */
export function usePeople(
  projectId: string,
  table: Table,
  permissions: Permissions,
  mayEdit: boolean,
): readonly Person[] {
  // Visitors of a shared base learn nothing about its members.
  const enabled = mayEdit && permissions.has('row.comment') && table.columns.some(holdsPeople)
  return useOperation('projectMemberList', {}, { projectId, enabled }).data ?? nobody
}
