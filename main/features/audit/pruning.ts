import { auditLinesMax, historyChangesMax, historyDaysMax, historyEntriesMax } from '@common/constants'
import { deleteFrom, metaTables, type MetaStore, type MetaTable } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { idFloor } from '@main/lib/log-id'

const { audit, changes, inverses, rowHistory } = metaTables

/** Minimum number of new entries before pruning a project, and their share of the stored ones. */
const entriesBetweenMin = 1_000
const entriesBetweenShare = 0.05
const dayMs = 24 * 60 * 60 * 1_000

/** Retention per project. */
export interface Keeping {
  readonly entries: number
  readonly changes: number
  readonly lines: number
  readonly days: number
}

export const defaultKeeping: Keeping = {
  entries: historyEntriesMax,
  changes: historyChangesMax,
  lines: auditLinesMax,
  days: historyDaysMax,
}

/** Prunes the history: each project has a maximum number of entries and of days. */
export function createPruning(
  store: MetaStore,
  clock: Clock,
  keeping: Keeping,
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
        if (total >= entriesBetween) await prune(store, projectId, clock.now(), keeping)
      }
    },
  }
}

async function prune(store: MetaStore, projectId: string, now: Date, keeping: Keeping): Promise<void> {
  const oldest = idFloor(now.getTime() - keeping.days * dayMs)
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
  const before: readonly (readonly [MetaTable, string])[] = [
    [rowHistory, entries],
    // The initial values of a row follow from all of its later entries.
    [changes, made > entries ? made : entries],
    [audit, await lastOf(audit, keeping.lines)],
    [inverses, await lastOf(inverses, keeping.lines)],
  ]
  await store.transact(before.map(([table, id]) => deleteFrom(table, 'project_id = ? AND id <= ?', [projectId, id])))
}
