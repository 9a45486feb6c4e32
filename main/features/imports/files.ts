import { mkdir, open, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
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

/** The folder of uploaded files. Its contents don't outlive the process. */
export interface ImportFiles {
  /** @throws AppError IMPORT_TOO_LARGE, DISK_FULL; then nothing is stored */
  readonly receive: (content: AsyncIterable<Uint8Array>) => Promise<ArrivedImport>
  /** Also removes rejected rows, unless they may still be requested. */
  readonly remove: (path: string, failed?: 'keepFailed') => Promise<void>
  /** Returns the path of a file beside the import, for rejected rows. */
  readonly beside: (path: string, name: string) => string
  /** Written before the tables are created, so that a start after a crash finds them. */
  readonly note: (id: string, note: StagingNote) => Promise<void>
  readonly forgetNote: (id: string) => Promise<void>
  /** Notes that an earlier process left. */
  readonly left: ReadonlyMap<string, StagingNote>
}

const noteName = /^([0-9a-f]{32})\.note$/

/** Removes files of an earlier process, except its notes. */
export async function createImportFiles(folder: string, ids: Ids, fileBytesMost: number): Promise<ImportFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const left = new Map<string, StagingNote>()
  for (const name of await readdir(folder)) {
    const id = noteName.exec(name)?.[1]
    const note = id === undefined ? undefined : await readNote(join(folder, name))
    if (id !== undefined && note !== undefined) left.set(id, note)
    else await rm(join(folder, name), { force: true, recursive: true })
  }
  const notePath = (id: string): string => join(folder, `${id}.note`)

  return {
    left,
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
    forgetNote: async (id) => {
      left.delete(id)
      await rm(notePath(id), { force: true })
    },
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
