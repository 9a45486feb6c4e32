import type { Dirent } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import { storageError, syncFolder } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'
import { checkedKey, type ListedObject, type ObjectStore } from './object-store'
import { codeOf, ifAbsent, openPlainFile, writeNewFile } from './plain-files'

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
    const entries = await readdir(folder, { withFileTypes: true }).catch(ifAbsent<Dirent[]>([]))
    for (const entry of entries) {
      const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) yield* list(join(folder, entry.name), key)
      else if (entry.isFile()) yield { key, size: (await stat(join(folder, entry.name))).size }
    }
  }

  /** @param check  called with size and checksum of the bytes before they become an object; throws to store nothing */
  const store = async (
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
    check: (found: { readonly size: number; readonly sha256: string }) => void,
  ): Promise<number> => {
    const path = pathOf(key)
    const temporary = join(root, unfinished, ids.hex(16))
    try {
      await mkdir(dirname(temporary), { recursive: true, mode: 0o700 })
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const found = await writeNewFile(temporary, chunks, () => {
        if (signal?.aborted === true) throw new AppError('REQUEST_CANCELLED')
      })
      check(found)
      await rename(temporary, path)
      await syncFolder(dirname(path))
      if (made !== undefined) await syncFolder(dirname(made))
      return found.size
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw failed(error)
    }
  }

  return {
    put: async (key, { size, sha256, read }, signal) => {
      await store(key, read(), signal, (found) => {
        if (found.size !== size || found.sha256 !== sha256)
          throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: title })
      })
    },

    write: (key, chunks, signal) => store(key, chunks, signal, () => undefined),

    get: async (key, range) => {
      try {
        const file = await openPlainFile(pathOf(key))
        if (file === undefined) return undefined
        const { handle, size } = file
        const stream = handle.createReadStream(range === undefined ? {} : { start: range.from, end: range.to })
        return { size: range === undefined ? size : range.to - range.from + 1, stream }
      } catch (error) {
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
      for (const name of await readdir(folder).catch(ifAbsent<string[]>([]))) {
        const path = join(folder, name)
        const facts = await stat(path).catch(ifAbsent(undefined))
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

function folderError(error: unknown, title: string): unknown {
  const known = storageError(error)
  const code = codeOf(known)
  if (known instanceof AppError || code === '') return known
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(code)
  const reason = isForbidden ? message('server.storage.forbidden') : message('server.storage.unusable', { code })
  return new AppError('STORAGE_FAILED', { storage: title, reason }, { cause: known })
}
