import { auditLinesMax, historyChangesMax, historyDaysMax, historyEntriesMax } from '@common/constants'
import { deleteFrom, metaTables, type MetaStore, type MetaTable } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { idFloor } from '@main/lib/log-id'

const { audit, changes, rowHistory } = metaTables

/** Fewest new entries of a project before its oldest ones are looked for again, and their share of those kept. */
const entriesBetweenMin = 1_000
const entriesBetweenShare = 0.05
const dayMs = 24 * 60 * 60 * 1_000

/** How much is kept of each project. */
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

/** Keeps history bounded: of each project the newest entries, and none that is older than the days kept. */
export function createPruning(
  store: MetaStore,
  clock: Clock,
  keeping: Keeping,
): { readonly after: (stored: ReadonlyMap<string, number>) => Promise<void> } {
  const since = new Map<string, number>()
  // Finding the oldest entry reads past all that are kept.
  const entriesBetween = Math.max(entriesBetweenMin, keeping.entries * entriesBetweenShare)

  return {
    after: async (stored) => {
      for (const [projectId, count] of stored) {
        // The first entries after a start look too: days pass while nothing runs.
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
    // What a row was made with follows from all of its later entries.
    [changes, made > entries ? made : entries],
    [audit, await lastOf(audit, keeping.lines)],
  ]
  await store.transact(before.map(([table, id]) => deleteFrom(table, 'project_id = ? AND id <= ?', [projectId, id])))
}
