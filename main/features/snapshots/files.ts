import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@common/errors'
import { metaTables, updateIn, type MetaRow, type MetaStore } from '@main/db/meta'
import type { CopyService, ReadArchive } from '@main/features/copies'
import type { FileStorages } from '@main/features/services'
import type { CopiedRows } from '@main/features/tables'
import { syncFolder } from '@main/lib/files'

const { projects, snapshots } = metaTables

const prefix = 'snapshots'
const keyOf = (projectId: string, id: string): string => `${prefix}/${projectId}/${id}.zip`

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
   * @returns the storage; null for the profile
   * @throws AppError STORAGE_FAILED, REQUEST_CANCELLED
   */
  readonly keep: (part: string, projectId: string, id: string, signal: AbortSignal) => Promise<string | null>
  /** Removes the file of a snapshot, wherever it is. */
  readonly remove: (projectId: string, id: string, place: string | null) => Promise<void>
  /** All of a project, oldest first. */
  readonly stored: (projectId: string) => Promise<readonly StoredSnapshot[]>
  /** @throws AppError SNAPSHOT_NOT_FOUND */
  readonly find: (projectId: string, id: string) => Promise<MetaRow<typeof snapshots>>
  /** @throws AppError SNAPSHOT_NOT_FOUND, IMPORT_FILE_DAMAGED */
  readonly open: (projectId: string, id: string) => Promise<SnapshotArchive>
  /** Stores which job took a snapshot. Returns the ids of all snapshots of this job, newest first. */
  readonly assign: (projectId: string, id: string, jobId: string) => Promise<readonly string[]>
  /**
   * Removes files that an earlier process left unfinished, or whose project is gone.
   *
   * @param unfinished  returns the ids of snapshots that are being taken
   */
  readonly tidy: (unfinished: () => readonly string[]) => Promise<void>
}

export function createSnapshotFiles({
  store,
  profileFolder,
  copies,
  storages,
}: {
  readonly store: MetaStore
  readonly profileFolder: string
  readonly storages: FileStorages
  readonly copies: Pick<CopyService, 'readArchive'>
}): SnapshotFiles {
  const folder = join(profileFolder, 'snapshots')
  const pathOf = (id: string): string => join(folder, `${id}.zip`)

  /** Removes the files of deleted projects from the storages. */
  const tidyStorages = async (): Promise<void> => {
    for (const each of await storages.all()) {
      const keys: string[] = []
      for await (const { key } of each.list(`${prefix}/`)) keys.push(key)
      const projectIds = new Set(keys.map((key) => key.split('/')[1] ?? ''))
      for (const projectId of projectIds) {
        if ((await store.find(projects, { id: projectId })) !== undefined) continue
        for (const key of keys) if (key.startsWith(`${prefix}/${projectId}/`)) await each.remove(key)
      }
    }
  }

  const storageOf = async (place: string) => {
    const found = await storages.of(place)
    if (found === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
    return found
  }

  const keep: SnapshotFiles['keep'] = async (part, projectId, id, signal) => {
    const active = await storages.active()
    if (active === undefined) {
      await rename(part, pathOf(id))
      await syncFolder(folder)
      return null
    }
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(part, { signal }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.byteLength
    }
    const content = { size, sha256: hash.digest('hex'), read: () => createReadStream(part) }
    isInStorages = true
    await active.store.put(keyOf(projectId, id), content, signal)
    await rm(part, { force: true })
    return active.place
  }

  /** Fetches the file of a storage into the profile, unless an earlier reader has. */
  const fetched = async (projectId: string, id: string, place: string, bytes: number): Promise<void> => {
    const found = await stat(pathOf(id)).catch(() => undefined)
    if (found?.size === bytes) return
    const object = await (await storageOf(place)).get(keyOf(projectId, id))
    if (object === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
    const part = join(folder, `${id}.${(fetches += 1)}.fetch`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(object.stream, createWriteStream(part, { mode: 0o600 }))
      const { size } = await stat(part)
      if (size !== bytes) throw new AppError('IMPORT_FILE_DAMAGED')
      await rename(part, pathOf(id))
    } finally {
      await rm(part, { force: true })
    }
  }
  let fetches = 0
  let isInStorages = false

  const remove: SnapshotFiles['remove'] = async (projectId, id, place) => {
    await rm(pathOf(id), { force: true })
    if (place !== null) await (await storages.of(place))?.remove(keyOf(projectId, id))
  }

  const tidy: SnapshotFiles['tidy'] = async (takenNow) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = await readdir(folder)
    // A snapshot that ends after this line is unfinished in the list of names, or stored in the rows read next.
    const unfinished = takenNow()
    const stored = await store.select(snapshots, {})
    isInStorages ||= stored.some(({ place }) => place !== null)
    const wanted = new Set([
      ...unfinished.flatMap((id) => [`${id}.part`, `${id}.zip`]),
      // Files of storages are copies for reading.
      ...stored.filter(({ place }) => place === null).map(({ id }) => `${id}.zip`),
    ])
    for (const name of names) if (!wanted.has(name)) await rm(join(folder, name), { force: true })
    // Most installations never store one there, and need no request.
    if (isInStorages) await tidyStorages()
  }

  const find: SnapshotFiles['find'] = async (projectId, id) => {
    const row = await store.find(snapshots, { id, project_id: projectId })
    if (row === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
    return row
  }
  const open: SnapshotFiles['open'] = async (projectId, id) => {
    const row = await find(projectId, id)
    if (row.place !== null) await fetched(projectId, id, row.place, row.file_bytes)
    const facts = await stat(pathOf(id)).catch(() => undefined)
    if (facts === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
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
