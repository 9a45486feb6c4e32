import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { systemPrincipal, type Principal } from '@common/principal'
import { withResults } from '@main/db/computed'
import type { Database } from '@main/db/database'
import { englishBeside } from '@main/lib/messages'
import type { TableCatalog } from './catalog'

/** Descriptions of tables for callers. */
export interface TableDescriptions {
  /** Returns the id under which scripts know the table. */
  readonly id: (projectId: string, table: Table) => Promise<string>
  /** Returns the table with the types of its computed values. */
  readonly withResults: (principal: Principal, projectId: string, table: Table) => Promise<Table>
}

export function createTableDescriptions(
  catalog: TableCatalog,
  database: (projectId: string) => Promise<Database>,
): TableDescriptions {
  return {
    id: async (projectId, { name }) =>
      (await catalog.as(systemPrincipal).metadata(projectId)).tables.get(name)?.id ?? name,
    withResults: async (principal, projectId, table) => {
      const { dialect } = await database(projectId)
      const shown = await withResults(dialect, table, (name) => catalog.as(principal).named(projectId, name))
      return shown.virtualColumns.every(({ problem }) => problem === undefined)
        ? shown
        : { ...shown, virtualColumns: shown.virtualColumns.map(withProblemText) }
    },
  }
}

const withProblemText = (column: VirtualColumn): VirtualColumn =>
  column.problem === undefined ? column : Object.assign(englishBeside('problemText', column.problem), column)
