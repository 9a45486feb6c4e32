import { metaTables, updateIn, type MetaStep, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import type { RowChange } from './row-entries'

const { rowHistory } = metaTables

/**
 * The newest entry of a change. The audit lists it for the whole change, so a page costs the same however many records
 * the changes wrote.
 */
export interface Lead {
  /** Identifies the change of rows. */
  readonly key: string
  readonly id: string
  /** Number of entries. */
  readonly rows: number
}

/** Returns the lead after more entries of a change; undefined if there are none. */
export function leadAfter(before: Lead | undefined, change: RowChange, ids: readonly string[]): Lead | undefined {
  const id = ids.at(-1)
  if (id === undefined) return undefined
  const { projectId, table, kind, who, when, change: request } = change
  const key = JSON.stringify([projectId, table.name, kind, request ?? [when, who.userId]])
  return { key, id, rows: ids.length + (before?.key === key ? before.rows : 0) }
}

type LeadColumns = Pick<RowHistoryRow, 'lead_id' | 'lead_rows'>

export const leadColumns = ({ id, rows }: Lead): LeadColumns => ({ lead_id: id, lead_rows: rows })

/** Columns of the other entries. */
export const noLead: LeadColumns = { lead_id: null, lead_rows: null }

/** Groups of one transaction. */
const groupsAtOnce = 200

/** Gives the changes of some entries a lead again, and counts their entries, after entries were deleted. */
export async function renewLeads(
  store: MetaStore,
  { projectId, from, until }: { readonly projectId: string; readonly from: string; readonly until: string },
): Promise<void> {
  const here = 'project_id = ? AND id >= ? AND id < ?'
  const params = [projectId, from, until]
  const group = 'table_name, kind, created_at, coalesce(user_id, 0)'
  const groups = await store.read(
    `SELECT ${group}, max(id), count(*) FROM ${rowHistory.name} WHERE ${here} AND kind <> 'schema'
     GROUP BY ${group} HAVING count(lead_id) = 0 OR sum(lead_rows) > count(*)`,
    params,
  )
  const steps = groups.map(([table, kind, when, userId, newest, size]): MetaStep[] => [
    updateIn(
      rowHistory,
      noLead,
      `${here} AND table_name = ? AND kind = ? AND created_at = ? AND coalesce(user_id, 0) = ? AND lead_id IS NOT NULL`,
      [...params, table ?? '', kind ?? '', when ?? '', userId ?? 0],
    ),
    updateIn(rowHistory, { lead_id: String(newest), lead_rows: Number(size) }, { id: String(newest) }),
  ])
  for (let at = 0; at < steps.length; at += groupsAtOnce)
    await store.transact(steps.slice(at, at + groupsAtOnce).flat())
}
