import type { sqlQueryOperations } from '@common/operations/sql-queries'
import { deleteFrom, insertInto, metaTables, type MetaStore, type NewMetaRow } from '@main/db/meta'
import type { Ids } from '@main/lib/ids'
import { logId } from '@main/lib/log-id'
import { inProject, type Handlers } from '@main/operations/context'
import { userOf } from './saved'

/** Entries per user and project. Older ones are deleted. */
const entriesMax = 1_000

export type HistoryEntry = Omit<NewMetaRow<typeof metaTables.sqlHistory>, 'id'>

export interface SqlHistory {
  readonly add: (entry: HistoryEntry) => Promise<void>
  readonly handlers: Handlers<Pick<typeof sqlQueryOperations, 'sqlHistoryList' | 'sqlHistoryDelete'>>
}

/** The history of runs, by user and project. */
export function createSqlHistory({ store, ids }: { readonly store: MetaStore; readonly ids: Ids }): SqlHistory {
  const { sqlHistory } = metaTables
  let count = 0

  return {
    add: async (entry) => {
      const id = logId(Date.parse(entry.started_at), count++, ids.hex(4))
      await store.transact([insertInto(sqlHistory, { ...entry, id })])
      const scope = [entry.project_id, entry.user_id]
      const [oldest] = await store.read(
        `SELECT id FROM nc_sql_history WHERE project_id = ? AND user_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${entriesMax}`,
        scope,
      )
      if (oldest?.[0] !== undefined)
        await store.transact([
          deleteFrom(sqlHistory, 'project_id = ? AND user_id = ? AND id <= ?', [...scope, oldest[0]]),
        ])
    },

    handlers: {
      sqlHistoryList: async (given, { search, offset, limit }) => {
        const context = inProject(given)
        const where = `WHERE project_id = ? AND user_id = ?${search === '' ? '' : " AND LOWER(body) LIKE ? ESCAPE '!'"}`
        const pattern = `%${search.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`
        const params = [context.projectId, userOf(context), ...(search === '' ? [] : [pattern])]
        const [[total] = []] = await store.read(`SELECT COUNT(*) FROM nc_sql_history ${where}`, params)
        const rows = await store.select(
          sqlHistory,
          `${where} ORDER BY id DESC LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
          params,
        )
        return {
          total: Number(total ?? 0),
          entries: rows.map((row) => ({
            id: row.id,
            sql: row.body,
            mode: row.run_mode === 'write' ? ('write' as const) : ('read' as const),
            state: row.outcome === 'failed' || row.outcome === 'cancelled' ? row.outcome : ('done' as const),
            startedAt: row.started_at,
            elapsedMs: row.elapsed_ms,
            rows: row.row_total,
            affected: row.changed_rows,
            error: row.problem,
          })),
        }
      },

      sqlHistoryDelete: async (given, { ids: chosen }) => {
        const context = inProject(given)
        const own = { project_id: context.projectId, user_id: userOf(context) }
        await store.transact(
          chosen === undefined
            ? [deleteFrom(sqlHistory, own)]
            : chosen.map((id) => deleteFrom(sqlHistory, { ...own, id })),
        )
        return {}
      },
    },
  }
}
