import { historyChangesMax, historyEntriesMax } from '@common/constants'
import { metaTables, type MetaStore } from '@main/db/meta'
import { timeOfId } from '@main/lib/log-id'
import type { Retention } from './retention'

const { audit, changes, projects, rowHistory } = metaTables

/** How far back the log of a project goes. */
export interface LogReach {
  /** ISO 8601: the log has every change since. */
  readonly from: string
  /** ISO 8601: earlier updates of a record are joined to one for each day; null if none are. */
  readonly thinnedUntil: string | null
}

const dayMs = 24 * 60 * 60 * 1_000
/** With more entries than this share of the maximum, older ones may be deleted. */
const fullShare = 0.9

export async function readReach(
  store: MetaStore,
  projectId: string,
  now: Date,
  { days, thinDays }: Retention,
): Promise<LogReach> {
  const [project] = await store.read(`SELECT created_at FROM ${projects.name} WHERE id = ?`, [projectId])
  const starts = [Date.parse(String(project?.[0] ?? '')) || 0]
  if (days > 0) starts.push(now.getTime() - days * dayMs)
  for (const [{ name }, max] of [
    [rowHistory, historyEntriesMax],
    [changes, historyChangesMax],
  ] as const) {
    const [beyond] = await store.read(`SELECT id FROM ${name} WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?`, [
      projectId,
      Math.floor(max * fullShare),
    ])
    if (typeof beyond?.[0] === 'string') starts.push(timeOfId(beyond[0]))
  }
  return {
    from: new Date(Math.max(...starts)).toISOString(),
    thinnedUntil: thinDays > 0 ? new Date(now.getTime() - thinDays * dayMs).toISOString() : null,
  }
}

/** A reason why the log may lack changes of a table. */
export type LogGap = 'lost' | 'imported' | 'sql' | 'columns' | 'created'

export interface GapQuery {
  readonly projectId: string
  readonly table: string
  /** Ids of entries: greater, and not greater. */
  readonly since: string
  readonly until?: string | undefined
}

const columnLines = ['TABLE/UPDATED', 'TABLE/SYNCHRONISED', 'TABLE/RENAMED']

/** Returns what the log may lack of a table in a span: changes that no entry tells. */
export async function readGaps(store: MetaStore, query: GapQuery): Promise<readonly LogGap[]> {
  const { projectId, table, since, until } = query
  const lines = await store.select(
    audit,
    `WHERE project_id = ? AND id > ?${until === undefined ? '' : ' AND id <= ?'}
     AND (table_name = ? OR table_name IS NULL)
     AND operation IN (${[...columnLines, 'TABLE/CREATED', 'DATA/NOT_KEPT', 'DATA/IMPORT', 'SQL/RUN'].map((each) => `'${each}'`).join(', ')})`,
    [projectId, since, ...(until === undefined ? [] : [until]), table],
  )
  const gaps = new Set<LogGap>()
  for (const { operation, table_name: name, change_id: change, details } of lines) {
    if (operation === 'DATA/NOT_KEPT') gaps.add('lost')
    else if (operation === 'SQL/RUN') gaps.add('sql')
    else if (name !== table) continue
    else if (operation === 'TABLE/CREATED') gaps.add('created')
    else if (operation === 'DATA/IMPORT') {
      const { rows = 0 } = JSON.parse(details ?? '{}') as { readonly rows?: number }
      if (change === null || (await entriesOf(store, projectId, change, table)) < rows) gaps.add('imported')
    } else gaps.add('columns')
  }
  return [...gaps]
}

async function entriesOf(store: MetaStore, projectId: string, change: string, table: string): Promise<number> {
  const where = 'WHERE project_id = ? AND change_id = ? AND table_name = ?'
  const params = [projectId, change, table]
  const [single, bulk] = await Promise.all([
    store.read(`SELECT count(*) FROM ${rowHistory.name} ${where}`, params),
    store.read(`SELECT sum(records) FROM ${changes.name} ${where}`, params),
  ])
  return Number(single[0]?.[0] ?? 0) + Number(bulk[0]?.[0] ?? 0)
}
