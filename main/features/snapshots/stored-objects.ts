import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import {
  deleteFrom,
  insertInto,
  metaTables,
  transactGuarded,
  updateIn,
  type MetaRow,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import type { FileStorages } from '@main/features/services'
import type { Clock } from '@main/lib/clock'
import { digestOf } from '@main/lib/files'

const { snapshots, snapshotFiles } = metaTables
type FileRow = MetaRow<typeof snapshotFiles>

/** Another server may still write a younger one. */
const abandonedAfterMs = 24 * 60 * 60 * 1_000

const keyOf = (projectId: string, id: string): string => `snapshots/${projectId}/${id}.zip`

/** Snapshots as objects of storages. Only objects that this meta store names are ever removed. */
export interface StoredObjects {
  /**
   * Writes a file to the active storage. The object is entered before, so that it is found after a failure.
   *
   * @returns the storage; undefined if none is active
   * @throws AppError STORAGE_FAILED, REQUEST_CANCELLED
   */
  readonly put: (path: string, projectId: string, id: string, signal: AbortSignal) => Promise<string | undefined>
  /** The step that stores the end of writing. It finds no row if another server took the file for abandoned. */
  readonly written: (id: string) => MetaStep
  /** @throws AppError SNAPSHOT_NOT_FOUND */
  readonly get: (projectId: string, id: string, place: string) => Promise<Readable>
  /** Removes the object of a snapshot, if it has one. If the storage fails, `removeLost` removes it later. */
  readonly remove: (id: string) => Promise<void>
  /** Like `remove` after a failure, unless its snapshot may exist: the answer of its commit can get lost. */
  readonly abandon: (id: string) => Promise<boolean>
  /**
   * Removes objects whose snapshot or project is gone, and those that were never completed.
   *
   * @param unfinished  returns the ids of snapshots that are being taken
   */
  readonly removeLost: (unfinished: () => readonly string[]) => Promise<void>
}

export function createStoredObjects({
  store,
  clock,
  storages,
  report,
}: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly storages: FileStorages
  readonly report: (error: unknown) => void
}): StoredObjects {
  const removeObject = async ({ id, project_id: projectId, place }: FileRow): Promise<void> => {
    const storage = await storages.of(place)
    if (storage === undefined) return
    await storage.remove(keyOf(projectId, id))
    await store.transact([deleteFrom(snapshotFiles, { id })])
  }

  const written = (id: string): MetaStep =>
    updateIn(snapshotFiles, { writing_since: null }, 'id = ? AND writing_since IS NOT NULL', [id], { expectRows: 1 })

  /** Ends the writing of a file without a snapshot. @returns false if it has ended already: its snapshot may exist now */
  const giveUp = (id: string): Promise<boolean> => transactGuarded(store, [written(id)])

  const isAbandoned = (since: string): boolean =>
    store.exclusive || clock.now().getTime() - Date.parse(since) > abandonedAfterMs

  return {
    put: async (path, projectId, id, signal) => {
      const active = await storages.active()
      if (active === undefined) return undefined
      const { size, sha256 } = await digestOf(createReadStream(path, { signal }))
      const row = { id, project_id: projectId, place: active.place, writing_since: clock.now().toISOString() }
      await store.transact([insertInto(snapshotFiles, row)])
      const content = { size, sha256, read: () => createReadStream(path) }
      await active.store.put(keyOf(projectId, id), content, signal)
      return active.place
    },

    written,

    get: async (projectId, id, place) => {
      const object = await (await storages.of(place))?.get(keyOf(projectId, id))
      if (object === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
      return object.stream
    },

    remove: async (id) => {
      const row = await store.find(snapshotFiles, { id })
      if (row === undefined) return
      await giveUp(id)
      await removeObject(row)
    },

    abandon: async (id) => {
      const row = await store.find(snapshotFiles, { id })
      if (row === undefined) return (await store.find(snapshots, { id })) === undefined
      if (!(await giveUp(id))) return false
      await removeObject(row)
      return true
    },

    removeLost: async (unfinished) => {
      const hasSnapshot = `SELECT 1 FROM ${snapshots.name} WHERE ${snapshots.name}.id = ${snapshotFiles.name}.id`
      const lost = await store.select(snapshotFiles, `WHERE NOT EXISTS (${hasSnapshot})`, [])
      for (const row of lost)
        try {
          const { id, writing_since: since } = row
          if (since !== null && (unfinished().includes(id) || !isAbandoned(since) || !(await giveUp(id)))) continue
          await removeObject(row)
        } catch (error) {
          report(error)
        }
    },
  }
}
