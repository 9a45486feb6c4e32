import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { snapshotOperations, WireSnapshot } from '@common/operations/snapshots'
import { deleteFrom, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { authorize } from '@main/features/auth'
import type { CopyService } from '@main/features/copies'
import type { FileStorages } from '@main/features/services'
import { callOf } from '@main/features/tables'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import { inProject, personIn } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { snapshotAudit } from './audit-rules'
import { compareTables } from './compare'
import { createSnapshotFiles, type SnapshotFiles } from './files'
import { createStoredObjects } from './stored-objects'

export type { SnapshotArchive, SnapshotFiles, StoredSnapshot } from './files'

const { snapshots } = metaTables

export interface SnapshotsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  /** Folder of the profile. */
  readonly profileFolder: string
  /** Storages of the installation: new snapshots go to the active one. */
  readonly storages: FileStorages
  readonly copies: CopyService
  readonly report: (error: unknown) => void
}

/** The person or job that takes a snapshot. */
export interface SnapshotTaker {
  readonly title: string | undefined
  readonly userId: number | null
  readonly email: string | null
  readonly signal?: AbortSignal | undefined
}

export interface Snapshots
  extends FeatureModule<typeof snapshotOperations>, Pick<SnapshotFiles, 'stored' | 'open' | 'assign'> {
  /**
   * Takes a snapshot; jobs call it too. The file is complete and durable before the snapshot exists.
   *
   * @throws AppError SNAPSHOT_RUNNING, REQUEST_CANCELLED, DISK_FULL, DATABASE_UNAVAILABLE
   */
  readonly take: (projectId: string, by: SnapshotTaker) => Promise<WireSnapshot>
  readonly close: () => Promise<void>
}

interface Running {
  readonly id: string
  readonly title: string
  readonly cancel: () => void
  rows: number
}

/** Other servers of a shared store delete snapshots whose files are in this profile. */
const tidyEveryMs = 10 * 60 * 1_000

/** Removes files in the background that an earlier process left unfinished. */
export function createSnapshots(options: SnapshotsOptions): Snapshots {
  const { store, clock, ids, copies, report } = options
  const files = createSnapshotFiles({ ...options, objects: createStoredObjects(options) })
  const { folder, find, open } = files
  const running = new Map<string, Running>()
  const tidy = (): Promise<void> => files.tidy(() => [...running.values()].map(({ id }) => id))
  let tidied = tidy().catch(report)
  const tidyAgain = (): void => {
    tidied = tidied.then(tidy).catch(report)
  }
  const endTidying = store.exclusive ? undefined : options.schedule.every(tidyEveryMs, tidyAgain)

  const take: Snapshots['take'] = async (projectId, { title: given, userId, email, signal }) => {
    if (running.has(projectId)) throw new AppError('SNAPSHOT_RUNNING')
    const controller = new AbortController()
    const id = ids.hex(16)
    const when = clock.now().toISOString()
    const title = given ?? when.slice(0, 16).replace('T', ' ')
    const job: Running = { id, title, cancel: () => controller.abort(), rows: 0 }
    running.set(projectId, job)
    const stop = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal])
    const part = join(folder, `${id}.part`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { tables } = await copies.writeArchive(part, projectId, {
        rows: true,
        signal: stop,
        onRows: (count) => (job.rows += count),
      })
      const { size } = await stat(part)
      const { place, steps } = await files.keep(part, projectId, id, stop)
      const snapshot = { id, title, tables, rows: job.rows, bytes: size, user: email, when, scheduled: false }
      await store.transact([
        insertInto(snapshots, {
          id,
          project_id: projectId,
          title,
          table_count: tables,
          row_count: job.rows,
          file_bytes: size,
          user_id: userId,
          email,
          job_id: null,
          place,
          created_at: when,
        }),
        ...steps,
      ])
      return snapshot
    } catch (error) {
      await rm(part, { force: true })
      await files.abandon(id).catch(report)
      throw error
    } finally {
      running.delete(projectId)
    }
  }

  return {
    take,
    stored: files.stored,
    open,
    assign: files.assign,
    close: () => {
      endTidying?.()
      return tidied
    },

    onCommand: ({ operation }) => {
      if (operation.changes !== undefined && operation.removesProject === true) tidyAgain()
    },

    audit: snapshotAudit,
    handlers: {
      snapshotList: async (context) => {
        const { projectId } = inProject(context)
        const rows = await store.select(snapshots, { project_id: projectId }, { orderBy: ['created_at', 'id'] })
        const job = running.get(projectId)
        return {
          list: rows.toReversed().map((row) => ({
            id: row.id,
            title: row.title,
            tables: row.table_count,
            rows: row.row_count,
            bytes: row.file_bytes,
            user: row.email,
            when: row.created_at,
            scheduled: row.job_id !== null,
          })),
          running: job === undefined ? null : { title: job.title, rows: job.rows },
        }
      },

      snapshotTake: (context, { title }) => {
        authorize(context, 'row.export')
        const { projectId, actor } = inProject(context)
        return take(projectId, { title, userId: actor.userId, email: actor.email, signal: context.signal })
      },

      snapshotCancel: (context) => {
        const job = running.get(inProject(context).projectId)
        job?.cancel()
        return { cancelled: job !== undefined }
      },

      snapshotCompare: async (context, { id }) => {
        const { projectId, signal } = inProject(context)
        const archive = await open(projectId, id)
        return copies.readNow(projectId, signal, (tables, rowsNow) => compareTables(archive, tables, rowsNow))
      },

      snapshotRestore: async (context, { id, title }) => {
        authorize(context, 'project.create')
        const { userId: ownerId } = personIn(context)
        const { projectId, signal } = inProject(context)
        const archive = await open(projectId, id)
        const { project, done } = await copies.createProject(archive, { title, type: undefined, ownerId, signal })
        return { id: project.id, title: project.title, tables: done.created, rows: done.rows }
      },

      snapshotRestoreTables: async (context, { id }) => {
        const archive = await open(inProject(context).projectId, id)
        const { created, changed, rows } = await copies.takeOver(archive, callOf(context), context.signal)
        return { created, changed, rows }
      },

      snapshotDelete: async (context, { id }) => {
        const { projectId } = inProject(context)
        await find(projectId, id)
        await store.transact([deleteFrom(snapshots, { id, project_id: projectId })])
        // The snapshot is gone; the next start tries again to remove its file.
        await files.remove(id).catch(report)
        return 1 as const
      },
    },
  }
}
