import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentMaxBytes } from '@common/constants'
import { AppError } from '@common/errors'
import { codeOf, openPlainFile, writeNewFile, type ObjectContent } from '@main/features/object-stores'
import { storageError, syncFolder } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'

/** A complete upload in the folder for arriving files. The caller keeps or discards it. */
export interface ArrivedBytes {
  readonly size: number
  readonly sha256: string
  /** The bytes, for another storage. */
  readonly content: ObjectContent
  /** Moves the bytes to their final path, durably. */
  readonly keep: (projectId: string, id: string) => Promise<void>
  /** Removes them unless they were stored. */
  readonly discard: () => Promise<void>
}

/** The files of all projects: `<root>/<project>/<id>`. All path segments are generated here. */
export interface AttachmentStorage {
  /**
   * Receives a stream of bytes. After an error, nothing remains.
   *
   * @throws AppError ATTACHMENT_TOO_LARGE, DISK_FULL; and errors of the source
   */
  readonly receive: (content: AsyncIterable<Uint8Array>) => Promise<ArrivedBytes>
  /**
   * Stores the first files of a project, all or nothing.
   *
   * @throws AppError DISK_FULL
   */
  readonly keepAll: (projectId: string, files: readonly NewFile[]) => Promise<void>
  /** Undefined if the file is missing. The caller closes it. */
  readonly open: (projectId: string, id: string) => Promise<{ handle: FileHandle; size: number } | undefined>
  readonly remove: (projectId: string, id: string) => Promise<void>
  readonly removeProject: (projectId: string) => Promise<void>
  /** Moves all files of a project to `folder`. */
  readonly moveProject: (projectId: string, folder: string) => Promise<void>
}

export interface NewFile {
  readonly id: string
  readonly bytes: Uint8Array
  /** The same bytes, for another storage. */
  readonly content: ObjectContent
}

const arriving = '.arriving'
const projectName = /^[\w-]{1,255}$/
const fileName = /^[0-9a-f]{32}$/

/** Removes unfinished uploads of an earlier process. */
export async function createAttachmentStorage(root: string, ids: Ids): Promise<AttachmentStorage> {
  const incoming = join(root, arriving)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const left of await readdir(incoming)) await rm(join(incoming, left), { force: true, recursive: true })

  const folderOf = (projectId: string): string => {
    if (!projectName.test(projectId)) throw new AppError('ATTACHMENT_NOT_FOUND')
    return join(root, projectId)
  }
  const pathOf = (projectId: string, id: string): string => {
    if (!fileName.test(id)) throw new AppError('ATTACHMENT_NOT_FOUND')
    return join(folderOf(projectId), id)
  }

  return {
    receive: async (content) => {
      const temporary = join(incoming, ids.hex(16))
      let isStored = false
      const discard = async (): Promise<void> => {
        if (!isStored) await rm(temporary, { force: true })
      }
      try {
        const facts = await writeNewFile(temporary, content, checkSize)
        return {
          ...facts,
          content: { ...facts, read: () => createReadStream(temporary) },
          discard,
          keep: async (projectId, id) => {
            await makeFolder(root, folderOf(projectId))
            await rename(temporary, pathOf(projectId, id))
            isStored = true
            await syncFolder(folderOf(projectId))
          },
        }
      } catch (error) {
        await discard()
        throw storageError(error)
      }
    },

    keepAll: async (projectId, files) => {
      const temporary = join(incoming, ids.hex(16))
      try {
        await mkdir(temporary, { mode: 0o700 })
        await Promise.all(files.map(({ id, bytes }) => writeNewFile(join(temporary, id), [bytes], checkSize)))
        await syncFolder(temporary)
        await rename(temporary, folderOf(projectId))
        await syncFolder(root)
      } catch (error) {
        await rm(temporary, { force: true, recursive: true })
        throw storageError(error)
      }
    },

    open: async (projectId, id) => openPlainFile(pathOf(projectId, id)),

    remove: async (projectId, id) => {
      await rm(pathOf(projectId, id), { force: true })
    },

    removeProject: async (projectId) => {
      await rm(folderOf(projectId), { force: true, recursive: true })
    },

    moveProject: async (projectId, folder) => {
      await rename(folderOf(projectId), folder).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
    },
  }
}

const checkSize = (size: number): void => {
  if (size > attachmentMaxBytes) throw tooLarge()
}

export function tooLarge(): AppError {
  return new AppError('ATTACHMENT_TOO_LARGE', { limit: `${attachmentMaxBytes / 1024 / 1024} MB` })
}

async function makeFolder(root: string, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncFolder(root)
}
