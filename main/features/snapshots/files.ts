import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@common/errors'
import { metaTables, updateIn, type MetaRow, type MetaStep, type MetaStore } from '@main/db/meta'
import type { CopyService, ReadArchive } from '@main/features/copies'
import type { CopiedRows } from '@main/features/tables'
import { syncFolder } from '@main/lib/files'
import { StoredElsewhere } from '@main/lib/stored-elsewhere'
import type { StoredObjects } from './stored-objects'

const { snapshots } = metaTables

/** Facts of a snapshot. */
export interface StoredSnapshot {
  readonly id: string
  readonly title: string
  /** ISO 8601: not later than its moment. */
  readonly when: string
  /** Number of records. */
  readonly rows: number
}

/** An opened snapshot. */
export interface SnapshotArchive extends ReadArchive {
  /** Yields the rows of a table, by its place in the copy; none for a view. */
  readonly rowsOf: (place: number) => CopiedRows
}

/** The stored snapshots and their files. */
export interface SnapshotFiles {
  readonly folder: string
  readonly pathOf: (id: string) => string
  /**
   * Moves a complete file to its place: the active storage, or the profile.
   *
   * @returns the storage, null for the profile; and the steps to run with the one that stores the snapshot
   * @throws AppError STORAGE_FAILED, REQUEST_CANCELLED
   */
  readonly keep: (
    part: string,
    projectId: string,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly place: string | null; readonly steps: readonly MetaStep[] }>
  /** Removes the file of a snapshot, wherever it is. */
  readonly remove: (id: string) => Promise<void>
  /** Removes the file of a snapshot that failed, unless it may exist: the answer of its commit can get lost. */
  readonly abandon: (id: string) => Promise<void>
  /** All of a project, oldest first. */
  readonly stored: (projectId: string) => Promise<readonly StoredSnapshot[]>
  /** @throws AppError SNAPSHOT_NOT_FOUND */
  readonly find: (projectId: string, id: string) => Promise<MetaRow<typeof snapshots>>
  /** @throws AppError SNAPSHOT_NOT_FOUND, IMPORT_FILE_DAMAGED */
  readonly open: (projectId: string, id: string) => Promise<SnapshotArchive>
  /** Stores which job took a snapshot. Returns the ids of all snapshots of this job, newest first. */
  readonly assign: (projectId: string, id: string, jobId: string) => Promise<readonly string[]>
  /**
   * Removes files whose snapshot or project is gone. The first call also removes what an earlier process left
   * unfinished, and its copies for reading.
   *
   * @param unfinished  returns the ids of snapshots that are being taken
   */
  readonly tidy: (unfinished: () => readonly string[]) => Promise<void>
}

export function createSnapshotFiles({
  store,
  profileFolder,
  copies,
  objects,
}: {
  readonly store: MetaStore
  readonly profileFolder: string
  readonly objects: StoredObjects
  readonly copies: Pick<CopyService, 'readArchive'>
}): SnapshotFiles {
  const folder = join(profileFolder, 'snapshots')
  const pathOf = (id: string): string => join(folder, `${id}.zip`)

  const keep: SnapshotFiles['keep'] = async (part, projectId, id, signal) => {
    const place = await objects.put(part, projectId, id, signal)
    if (place === undefined) {
      await rename(part, pathOf(id))
      await syncFolder(folder)
      return { place: null, steps: [] }
    }
    await rm(part, { force: true })
    return { place, steps: [objects.written(id)] }
  }

  let fetches = 0
  /** Fetches the file of a storage into the profile, unless an earlier reader has. */
  const fetched = async (projectId: string, id: string, place: string, bytes: number): Promise<void> => {
    const found = await stat(pathOf(id)).catch(() => undefined)
    if (found?.size === bytes) return
    const stream = await objects.get(projectId, id, place)
    const part = join(folder, `${id}.${(fetches += 1)}.fetch`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(stream, createWriteStream(part, { mode: 0o600 }))
      const { size } = await stat(part)
      if (size !== bytes) throw new AppError('IMPORT_FILE_DAMAGED')
      await rename(part, pathOf(id))
    } finally {
      await rm(part, { force: true })
    }
  }

  const remove: SnapshotFiles['remove'] = async (id) => {
    await rm(pathOf(id), { force: true })
    await objects.remove(id)
  }

  const abandon: SnapshotFiles['abandon'] = async (id) => {
    if (await objects.abandon(id)) await rm(pathOf(id), { force: true })
  }

  const tidyFolder = async (takenNow: () => readonly string[], isStart: boolean): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = await readdir(folder)
    // A snapshot that ends after this line is unfinished in the list of names, or stored in the rows read next.
    const unfinished = takenNow().flatMap((id) => [`${id}.part`, `${id}.zip`])
    const rows = await store.select(snapshots, {})
    // Files of storages are copies for reading: after the start, they may be in use.
    const stored = rows.filter(({ place }) => place === null || !isStart).map(({ id }) => `${id}.zip`)
    const wanted = new Set([...unfinished, ...stored])
    for (const name of names)
      if (!wanted.has(name) && (isStart || name.endsWith('.zip'))) await rm(join(folder, name), { force: true })
  }
  let started: Promise<void> | undefined
  const tidy: SnapshotFiles['tidy'] = async (takenNow) => {
    const isStart = started === undefined
    const removed = tidyFolder(takenNow, isStart)
    started ??= removed.catch(() => undefined)
    await removed
    await objects.removeLost(takenNow)
  }

  const find: SnapshotFiles['find'] = async (projectId, id) => {
    const row = await store.find(snapshots, { id, project_id: projectId })
    if (row === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
    return row
  }
  const open: SnapshotFiles['open'] = async (projectId, id) => {
    const row = await find(projectId, id)
    await started
    if (row.place !== null) await fetched(projectId, id, row.place, row.file_bytes)
    const facts = await stat(pathOf(id)).catch(() => undefined)
    if (facts === undefined) throw new AppError('SNAPSHOT_NOT_FOUND', {}, { cause: new StoredElsewhere() })
    const { copy, rowsOf } = await copies.readArchive(pathOf(row.id), facts.size)
    // Without its part, a restore would take a table for an empty one.
    if (copy.tables.some(({ type }, place) => type !== 'view' && rowsOf(place) === undefined))
      throw new AppError('IMPORT_FILE_DAMAGED')
    return { copy, rowsOf: (place) => rowsOf(place) ?? noRows() }
  }

  return {
    folder,
    pathOf,
    keep,
    remove,
    abandon,
    stored: async (projectId) => {
      const rows = await store.select(snapshots, { project_id: projectId }, { orderBy: ['created_at', 'id'] })
      return rows.map(({ id, title, created_at: when, row_count: count }) => ({ id, title, when, rows: count }))
    },
    find,
    open,
    tidy,
    assign: async (projectId, id, jobId) => {
      await store.transact([updateIn(snapshots, { job_id: jobId }, { id, project_id: projectId })])
      const rows = await store.select(
        snapshots,
        { project_id: projectId, job_id: jobId },
        { orderBy: ['created_at', 'id'] },
      )
      return rows.map((row) => row.id).toReversed()
    },
  }
}

async function* noRows(): AsyncGenerator<never[]> {
  // A view stores no rows.
}
