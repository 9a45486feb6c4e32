import { auditLinesMax, historyChangesMax, historyDaysDefault, historyEntriesMax } from '@common/constants'
import { deleteFrom, metaTables, type MetaStore, type MetaTable } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { idFloor } from '@main/lib/log-id'

const { audit, changes, inverses, rowHistory, trash } = metaTables

/** Minimum number of new entries before pruning a project, and their share of the stored ones. */
const entriesBetweenMin = 1_000
const entriesBetweenShare = 0.05
/** Entries of one transaction, so that other writes don't wait long. */
const batchEntries = 500
const dayMs = 24 * 60 * 60 * 1_000

/** Retention per project. */
export interface Keeping {
  readonly entries: number
  readonly changes: number
  readonly lines: number
  /** Age in days; 0 for no limit. */
  readonly days: number
}

export const defaultKeeping: Keeping = {
  entries: historyEntriesMax,
  changes: historyChangesMax,
  lines: auditLinesMax,
  days: historyDaysDefault,
}

/** Prunes the history: each project has a maximum number of entries and of days. */
export function createPruning(
  store: MetaStore,
  clock: Clock,
  { keeping, days }: { readonly keeping: Keeping; readonly days: () => Promise<number> },
): { readonly after: (stored: ReadonlyMap<string, number>) => Promise<void> } {
  const since = new Map<string, number>()
  // Finding the oldest entry scans all stored ones.
  const entriesBetween = Math.max(entriesBetweenMin, keeping.entries * entriesBetweenShare)

  return {
    after: async (stored) => {
      for (const [projectId, count] of stored) {
        // The first entries after a start trigger it too, because days pass while nothing runs.
        const total = (since.get(projectId) ?? entriesBetween) + count
        since.set(projectId, total >= entriesBetween ? 0 : total)
        if (total >= entriesBetween) await prune(store, projectId, clock.now(), { ...keeping, days: await days() })
      }
    },
  }
}

/** Deletes the entries of a project beyond its limits, except those of changes that the trash can restore. */
export async function prune(store: MetaStore, projectId: string, now: Date, keeping: Keeping): Promise<void> {
  const oldest = keeping.days === 0 ? '' : idFloor(now.getTime() - keeping.days * dayMs)
  const lastOf = async (table: MetaTable, max: number): Promise<string> => {
    const [row] = await store.read(
      `SELECT id FROM ${table.name} WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?`,
      [projectId, max],
    )
    const last = row?.[0]
    return typeof last === 'string' && last > oldest ? last : oldest
  }
  const entries = await lastOf(rowHistory, keeping.entries)
  const made = await lastOf(changes, keeping.changes)
  const until: readonly (readonly [MetaTable, string])[] = [
    // First, because the initial values of a row follow from all of its later entries.
    [changes, made > entries ? made : entries],
    [rowHistory, entries],
    [audit, await lastOf(audit, keeping.lines)],
    [inverses, await lastOf(inverses, keeping.lines)],
  ]
  for (const [table, id] of until) await deleteUntil(store, table, projectId, id)
}

/** Deletes the entries up to an id in small batches. */
async function deleteUntil(store: MetaStore, table: MetaTable, projectId: string, until: string): Promise<void> {
  // Undo of a delete needs the entries of its change.
  const isFree = `(change_id IS NULL OR change_id NOT IN (
    SELECT change_id FROM ${trash.name} WHERE project_id = ? AND change_id IS NOT NULL))`
  for (let from = ''; ;) {
    const rows = await store.read(
      `SELECT id FROM ${table.name} WHERE project_id = ? AND id > ? AND id <= ? AND ${isFree} ORDER BY id LIMIT ?`,
      [projectId, from, until, projectId, batchEntries],
    )
    const last = rows.at(-1)?.[0]
    if (typeof last !== 'string') return
    await store.transact([
      deleteFrom(table, `project_id = ? AND id > ? AND id <= ? AND ${isFree}`, [projectId, from, last, projectId]),
    ])
    if (rows.length < batchEntries) return
    from = last
  }
}
