import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import { storageError, syncFolder, writeAll } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'
import { checkedKey, type ListedObject, type ObjectStore } from './object-store'

/** Folder of unfinished writes. Not a key, so that lists never show one. */
const unfinished = '.arriving'
const unfinishedMaxMs = 24 * 60 * 60 * 1_000

/**
 * Objects as files of a folder.
 *
 * @param title  name of the storage in errors
 */
export function createFolderStore({
  root,
  title,
  ids,
}: {
  readonly root: string
  readonly title: string
  readonly ids: Ids
}): ObjectStore {
  const pathOf = (key: string): string => join(root, ...checkedKey(key).split('/'))
  const failed = (error: unknown): unknown => folderError(error, title)

  async function* list(folder: string, prefix: string): AsyncGenerator<ListedObject> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(absent<Dirent[]>([]))
    for (const entry of entries) {
      const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) yield* list(join(folder, entry.name), key)
      else if (entry.isFile()) yield { key, size: (await stat(join(folder, entry.name))).size }
    }
  }

  return {
    put: async (key, { size, sha256, read }, signal) => {
      const path = pathOf(key)
      const temporary = join(root, unfinished, ids.hex(16))
      try {
        await mkdir(dirname(temporary), { recursive: true, mode: 0o700 })
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const found = await writeAndHash(temporary, read(), signal)
        if (found.size !== size || found.sha256 !== sha256)
          throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: title })
        await rename(temporary, path)
        await syncFolder(dirname(path))
        if (made !== undefined) await syncFolder(dirname(made))
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw failed(error)
      }
    },

    get: async (key, range) => {
      try {
        // Basalt never creates links here, so one in place of a file is rejected.
        const handle = await open(pathOf(key), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
        const facts = await handle.stat()
        if (!facts.isFile()) {
          await handle.close()
          return undefined
        }
        const stream = handle.createReadStream(range === undefined ? {} : { start: range.from, end: range.to })
        return { size: range === undefined ? facts.size : range.to - range.from + 1, stream }
      } catch (error) {
        if (absentCodes.has(codeOf(error))) return undefined
        throw failed(error)
      }
    },

    remove: (key) =>
      rm(pathOf(key), { force: true }).catch((error: unknown) => {
        throw failed(error)
      }),

    tidy: async () => {
      const folder = join(root, unfinished)
      const oldest = Date.now() - unfinishedMaxMs
      for (const name of await readdir(folder).catch(absent<string[]>([]))) {
        const path = join(folder, name)
        const facts = await stat(path).catch(absent(undefined))
        if (facts !== undefined && facts.mtimeMs < oldest) await rm(path, { force: true, recursive: true })
      }
    },

    list: (prefix) => {
      const at = prefix.lastIndexOf('/')
      const folder = at < 0 ? '' : prefix.slice(0, at)
      return matching(list(folder === '' ? root : pathOf(folder), folder), prefix)
    },
  }
}

async function* matching(objects: AsyncIterable<ListedObject>, prefix: string): AsyncGenerator<ListedObject> {
  for await (const object of objects) if (object.key.startsWith(prefix)) yield object
}

async function writeAndHash(
  path: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of content) {
      if (signal?.aborted === true) throw new AppError('REQUEST_CANCELLED')
      size += chunk.byteLength
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    await file.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

const absentCodes = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'EISDIR'])

const absent =
  <T>(value: T) =>
  (error: unknown): T => {
    if (absentCodes.has(codeOf(error))) return value
    throw error
  }

function folderError(error: unknown, title: string): unknown {
  const known = storageError(error)
  const code = codeOf(known)
  if (known instanceof AppError || code === '') return known
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(code)
  const reason = isForbidden ? message('server.storage.forbidden') : message('server.storage.unusable', { code })
  return new AppError('STORAGE_FAILED', { storage: title, reason }, { cause: known })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
