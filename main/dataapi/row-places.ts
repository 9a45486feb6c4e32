import type { Table } from '@common/model'
import { tableIndex } from './columns'
import type { DataApiPorts } from './ports'
import type { Reads } from './reads'
import { keyFromSegment } from './row-key'

/** Answers what stands in the path of a row, for what is kept about rows beside the data APIs. */
export interface RowPlaces {
  readonly table: DataApiPorts['table']
  /** The values of a key in a path part, written as the database answers them. @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID */
  readonly keyOf: (table: Table, rowId: string) => readonly string[]
  readonly exists: (projectId: string, table: Table, key: readonly string[], signal: AbortSignal) => Promise<boolean>
}

export function createRowPlaces(ports: DataApiPorts, reads: Reads): RowPlaces {
  return {
    table: ports.table,
    keyOf: (table, rowId) => keyFromSegment(tableIndex(table), rowId),
    exists: async (projectId, table, key, signal) => {
      const database = await ports.database(projectId)
      const tableNamed = (name: string): Promise<Table | undefined> => ports.tableNamed(projectId, name)
      return reads.exists({ projectId, database, index: tableIndex(table), tableNamed, signal }, key)
    },
  }
}
