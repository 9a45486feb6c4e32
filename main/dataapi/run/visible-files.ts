import { holdsFiles } from '@common/columns/questions'
import type { Principal } from '@common/principal'
import { formatNameList } from '@common/query/name-list'
import { computedOf } from '@main/db/computed'
import type { DataApiPorts } from '../ports'
import { tableIndex } from '../plan/columns'
import { openTable, tablesOf } from '../plan/sights'
import type { Reads } from './reads'

/** True if a principal sees an uploaded file in a cell: in a visible column of a visible row of a table in its lists. */
export type FileInSight = (
  principal: Principal,
  projectId: string,
  fileId: string,
  signal: AbortSignal,
) => Promise<boolean>

/** Ids of files: 128 bits as hexadecimal text. */
const fileIds = /^[0-9a-f]{32}$/

export function createFileInSight(ports: Pick<DataApiPorts, 'tables' | 'database'>, reads: Reads): FileInSight {
  return async (principal, projectId, fileId, signal) => {
    if (!fileIds.test(fileId)) return false
    for (const { name } of await ports.tables(principal).list(projectId)) {
      const { table, database } = await openTable(ports, principal, projectId, name)
      if (!table.sight.read) continue
      const tableNamed = tablesOf(ports, principal, projectId)
      const call = { projectId, database, index: tableIndex(table), tableNamed, signal }
      const computed = await computedOf(database.dialect, table, tableNamed)
      const columns = [
        ...table.columns.filter(holdsFiles),
        // A lookup shows the files of linked records.
        ...computed.columns.filter((column) => holdsFiles(column.computed.many?.item ?? column)),
      ]
      for (const { title } of columns) {
        const condition = JSON.stringify({ [title]: { like: `%/db/${fileId}/%` } })
        const query = { condition, fields: formatNameList([title]), limit: '1', hm: '', bt: '', mm: '' }
        // Repeated questions are answered from the cache of lists.
        if ((await reads.findOne(call, new URLSearchParams(query))).length > 0) return true
      }
    }
    return false
  }
}
