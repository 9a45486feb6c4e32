import { holdsPeople } from '@common/columns/questions'
import type { Table } from '@common/model'
import { useOperation } from '@renderer/api'
import type { Person } from '@renderer/cells'

const nobody: readonly Person[] = []

/** Returns the people that cells of a table can name. Loads them only if an editable column holds people. */
export function usePeople(projectId: string, table: Table, mayEdit: boolean): readonly Person[] {
  const enabled = mayEdit && table.columns.some(holdsPeople)
  return useOperation('projectMemberList', {}, { projectId, enabled }).data ?? nobody
}
