import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import { metaTables, updateIn, type MetaRow, type MetaStore } from '@main/db/meta'
import type { CopyService, ReadArchive } from '@main/features/copies'
import type { CopiedRows } from '@main/features/tables'

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
}: {
  readonly store: MetaStore
  readonly profileFolder: string
  readonly copies: Pick<CopyService, 'readArchive'>
}): SnapshotFiles {
  const folder = join(profileFolder, 'snapshots')
  const pathOf = (id: string): string => join(folder, `${id}.zip`)

  const tidy: SnapshotFiles['tidy'] = async (takenNow) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = await readdir(folder)
    if (names.length === 0) return
    // A snapshot that ends after this line is unfinished in the list of names, or stored in the rows read next.
    const unfinished = takenNow()
    const stored = (await store.select(snapshots, {})).map(({ id }) => id)
    const wanted = new Set([
      ...unfinished.flatMap((id) => [`${id}.part`, `${id}.zip`]),
      ...stored.map((id) => `${id}.zip`),
    ])
    for (const name of names) if (!wanted.has(name)) await rm(join(folder, name), { force: true })
  }

  const find: SnapshotFiles['find'] = async (projectId, id) => {
    const row = await store.find(snapshots, { id, project_id: projectId })
    if (row === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
    return row
  }
  const open: SnapshotFiles['open'] = async (projectId, id) => {
    const row = await find(projectId, id)
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
