import {
  auditLinesMax,
  historyChangesMax,
  historyDaysDefault,
  historyEntriesMax,
  installationLinesMax,
} from '@common/constants'
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
  /** Age of record changes in days; 0 for no limit. */
  readonly days: number
  /** Age of audit lines in days; 0 for no limit. */
  readonly lineDays: number
}

export const defaultKeeping: Keeping = {
  entries: historyEntriesMax,
  changes: historyChangesMax,
  lines: auditLinesMax,
  days: historyDaysDefault,
  lineDays: historyDaysDefault,
}

/** Prunes the history: each project has a maximum number of entries and of days. */
export function createPruning(
  store: MetaStore,
  clock: Clock,
  { keeping, days }: { readonly keeping: Keeping; readonly days: () => Promise<Pick<Keeping, 'days' | 'lineDays'>> },
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
        if (total >= entriesBetween) await prune(store, projectId, clock.now(), { ...keeping, ...(await days()) })
      }
    },
  }
}

/** Deletes the entries of a project beyond its limits, except those of changes that the trash can restore. */
export async function prune(store: MetaStore, projectId: string, now: Date, keeping: Keeping): Promise<void> {
  const oldest = floorOf(now, keeping.days)
  const lastOf = async (table: MetaTable, max: number, oldest: string): Promise<string> => {
    const [row] = await store.read(
      `SELECT id FROM ${table.name} WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?`,
      [projectId, max],
    )
    const last = row?.[0]
    return typeof last === 'string' && last > oldest ? last : oldest
  }
  const entries = await lastOf(rowHistory, keeping.entries, oldest)
  const made = await lastOf(changes, keeping.changes, oldest)
  const until: readonly (readonly [MetaTable, string])[] = [
    // First, because the initial values of a row follow from all of its later entries.
    [changes, made > entries ? made : entries],
    [rowHistory, entries],
    [audit, await lastOf(audit, keeping.lines, floorOf(now, keeping.lineDays))],
    [inverses, await lastOf(inverses, keeping.lines, oldest)],
  ]
  for (const [table, id] of until) await deleteUntil(store, table, projectId, id)
}

/** Returns the id before which entries are too old; an empty text without a limit. */
const floorOf = (now: Date, days: number): string => (days === 0 ? '' : idFloor(now.getTime() - days * dayMs))

/** Deletes old lines of the installation, and of deleted projects, in small batches. */
export async function pruneInstallation(store: MetaStore, now: Date, days: number): Promise<void> {
  const [row] = await store.read(
    `SELECT id FROM ${audit.name} WHERE installation = 1 ORDER BY id DESC LIMIT 1 OFFSET ?`,
    [installationLinesMax],
  )
  const beyond = typeof row?.[0] === 'string' ? row[0] : ''
  const oldest = floorOf(now, days)
  const until = beyond > oldest ? beyond : oldest
  if (until === '') return
  for (;;) {
    const rows = await store.read(
      `SELECT id FROM ${audit.name} WHERE installation = 1 AND id <= ? ORDER BY id LIMIT ?`,
      [until, batchEntries],
    )
    const last = rows.at(-1)?.[0]
    if (typeof last !== 'string') return
    await store.transact([deleteFrom(audit, 'installation = 1 AND id <= ?', [last])])
  }
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
