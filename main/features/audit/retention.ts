import { metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { idFloor } from '@main/lib/log-id'
import type { Schedule } from '@main/lib/schedule'
import { defaultKeeping, prune, pruneInstallation } from './pruning'
import { dayFloor, thin } from './thinning'

const { projects } = metaTables

/** Interval between purges of all projects. */
const purgeEveryMs = 6 * 60 * 60 * 1_000
const firstPurgeMs = 90_000
const dayMs = 24 * 60 * 60 * 1_000

/** Age limits of the change log, in days. */
export interface Retention {
  /** Older entries are deleted; 0 for no limit. */
  readonly days: number
  /** Older entries are joined to one for each record and day; 0 for never. */
  readonly thinDays: number
  /** Older audit lines about anything but records are deleted; 0 for no limit. */
  readonly auditDays: number
}

export interface RetentionJobOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  /** Returns the current setting. */
  readonly retention: () => Promise<Retention>
  readonly report: (error: unknown) => void
}

/** Deletes and thins old entries of all projects, on a timer. */
export interface RetentionJob {
  readonly run: () => Promise<void>
  /** Resolves when a running purge has ended: it stops after the current project. */
  readonly close: () => Promise<void>
}

export function createRetentionJob({ store, clock, schedule, retention, report }: RetentionJobOptions): RetentionJob {
  /** Floor of the days that are thin, by project. */
  const thinned = new Map<string, string>()
  let isClosed = false
  let running: Promise<void> | undefined

  const purge = async (): Promise<void> => {
    const { days, thinDays, auditDays } = await retention()
    await pruneInstallation(store, clock.now(), auditDays)
    for (const [id] of await store.read(`SELECT id FROM ${projects.name}`)) {
      if (isClosed) return
      const projectId = String(id)
      const now = clock.now()
      await prune(store, projectId, now, { ...defaultKeeping, days, lineDays: auditDays })
      if (thinDays === 0) continue
      const until = idFloor(dayFloor(now.getTime() - thinDays * dayMs))
      await thin(store, projectId, { from: thinned.get(projectId) ?? '', until })
      thinned.set(projectId, until)
    }
  }

  const run = (): Promise<void> => (running ??= purge().finally(() => (running = undefined)))
  const start = (): void => void run().catch(report)
  const endTimer = schedule.every(purgeEveryMs, start, { firstMs: firstPurgeMs })
  return {
    run,
    close: async () => {
      isClosed = true
      endTimer()
      await running?.catch(() => undefined)
    },
  }
}
