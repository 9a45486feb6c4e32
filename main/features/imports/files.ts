import { mkdir, open, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { storageError, writeAll, writeFileAtomic } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'

/** Staging tables of an import. */
export interface StagingNote {
  readonly projectId: string
  readonly tables: readonly string[]
}

/** A file that has arrived, under a name of ours. */
export interface ArrivedImport {
  readonly path: string
  readonly size: number
}

/** A folder of uploaded files. Its contents don't outlive the process. */
export interface ImportFiles {
  readonly folder: string
  /** @throws AppError IMPORT_TOO_LARGE, DISK_FULL; then nothing is stored */
  readonly receive: (content: AsyncIterable<Uint8Array>) => Promise<ArrivedImport>
  /** Also removes rejected rows, unless they may still be requested. */
  readonly remove: (path: string, failed?: 'keepFailed') => Promise<void>
  /** Returns the path of a file beside the import, for rejected rows. */
  readonly beside: (path: string, name: string) => string
  /** Written before the tables are created, so that a start after a crash finds them. */
  readonly note: (id: string, note: StagingNote) => Promise<void>
  readonly forgetNote: (id: string) => Promise<void>
  /** Resolves when nothing of an earlier process is left. */
  readonly tidied: Promise<void>
}

export interface ImportFilesOptions {
  readonly folder: string
  readonly ids: Ids
  readonly fileBytesMost: number
  readonly database: (projectId: string) => Promise<Database>
  readonly drop: (database: Database, tables: readonly string[]) => Promise<void>
  readonly report: (error: unknown) => void
}

const noteName = /^[0-9a-f]{32}\.note$/

/** Removes files of an earlier process, and drops the staging tables that its notes name, in the background. */
export async function createImportFiles(options: ImportFilesOptions): Promise<ImportFiles> {
  const { folder, ids, fileBytesMost, report } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Later names are of this process.
  const left = await readdir(folder)
  const notePath = (id: string): string => join(folder, `${id}.note`)

  const tidy = async (): Promise<void> => {
    for (const name of left) {
      const path = join(folder, name)
      try {
        const note = noteName.test(name) ? await readNote(path) : undefined
        if (note !== undefined) await dropOf(options, note)
        await rm(path, { force: true, recursive: true })
      } catch (error) {
        report(error)
      }
    }
  }

  return {
    folder,
    receive: async (content) => {
      const path = join(folder, ids.hex(16))
      try {
        return { path, size: await write(path, content, fileBytesMost) }
      } catch (error) {
        await rm(path, { force: true })
        throw storageError(error)
      }
    },
    remove: async (path, failed) => {
      await rm(path, { force: true })
      if (failed === undefined) await rm(`${path}.failed`, { force: true })
    },
    beside: (path, name) => `${path}.${name}`,
    note: (id, note) => writeFileAtomic(notePath(id), JSON.stringify(note)),
    forgetNote: (id) => rm(notePath(id), { force: true }),
    tidied: tidy(),
  }
}

/** Drops noted tables. If the database is unavailable, they stay until the next start. */
async function dropOf({ database, drop }: ImportFilesOptions, { projectId, tables }: StagingNote): Promise<void> {
  try {
    await drop(await database(projectId), tables)
  } catch (error) {
    // Its tables went with it.
    if (!(error instanceof AppError) || error.code !== 'PROJECT_NOT_FOUND') throw error
  }
}

async function readNote(path: string): Promise<StagingNote | undefined> {
  try {
    const note = JSON.parse(await readFile(path, 'utf8')) as Partial<StagingNote>
    const isNote = typeof note.projectId === 'string' && Array.isArray(note.tables)
    return isNote ? { projectId: String(note.projectId), tables: (note.tables ?? []).map(String) } : undefined
  } catch {
    return undefined
  }
}

export function tooLarge(most: number): AppError {
  const megabytes = most / 1024 ** 2
  return new AppError('IMPORT_TOO_LARGE', { limit: megabytes >= 1024 ? `${megabytes / 1024} GB` : `${megabytes} MB` })
}

async function write(path: string, content: AsyncIterable<Uint8Array>, most: number): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of content) {
      size += chunk.byteLength
      if (size > most) throw tooLarge(most)
      await writeAll(file, chunk)
    }
    return size
  } finally {
    await file.close()
  }
}
