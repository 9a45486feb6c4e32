import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import { serviceIds, serviceOf } from '@common/plugins/services'
import type { ObjectHeaders, ObjectRange, ObjectStore } from '@main/features/object-stores'
import type { FileStorages } from '@main/features/services'
import type { KeptFile } from '@main/operations/context'
import type { ArrivedBytes, AttachmentStorage, NewFile } from './storage'

/** Place of files in the profile. Other places are storages of the installation. */
export const localPlace = 'local'

/** Where a file is. */
export interface FilePlace {
  readonly id: string
  readonly project_id: string
  readonly place: string
  readonly size: number
}

/** Bytes of a file. Close it unless you read it. */
export interface OpenBytes {
  readonly size: number
  /** Returns the bytes or a part of them, and closes the file at their end. */
  readonly read: (range?: ObjectRange) => Promise<Readable>
  readonly close: () => Promise<void>
  /** Returns an address at which the storage itself sends the file. Undefined if browsers don't reach it. */
  readonly address?: ((headers: ObjectHeaders) => Promise<string | undefined>) | undefined
}

/** A storage and the keys of files in it. */
export interface Place {
  readonly store: ObjectStore
  readonly keyOf: (projectId: string, id: string) => string
}

/** Files in the profile and in storages. New ones go to the active storage. */
export interface FilePlaces {
  /** @throws AppError STORAGE_FAILED, DISK_FULL */
  readonly keep: (arrived: ArrivedBytes, projectId: string, id: string) => Promise<KeptFile>
  /** Stores the first files of a project, all or nothing. @returns their place */
  readonly keepAll: (projectId: string, files: readonly NewFile[]) => Promise<string>
  /**
   * Returns a file; undefined if it is missing.
   *
   * @param again  reads the row once more: a move may have changed its place meanwhile
   */
  readonly open: (file: FilePlace, again: () => Promise<FilePlace | undefined>) => Promise<OpenBytes | undefined>
  readonly remove: (place: string, projectId: string, id: string) => Promise<void>
  /** Removes the files of a project, also in storages. */
  readonly removeProject: (projectId: string) => Promise<void>
  /** Moves all files of a project to `folder`, also those in storages. */
  readonly moveProject: (projectId: string, folder: string) => Promise<void>
  /** Returns a place; undefined for a storage that isn't set up. */
  readonly of: (place: string) => Promise<Place | undefined>
  /** Returns the place of new files. */
  readonly active: () => Promise<string>
}

const prefix = 'attachments'
const storageKey = (projectId: string, id: string): string => `${prefix}/${projectId}/${id}`

export function createFilePlaces(options: {
  readonly local: AttachmentStorage
  /** The same files as objects. */
  readonly localStore: ObjectStore
  readonly storages: FileStorages
}): FilePlaces {
  const { local, localStore, storages } = options

  const of = async (place: string): Promise<Place | undefined> => {
    if (place === localPlace) return { store: localStore, keyOf: (projectId, id) => `${projectId}/${id}` }
    const store = await storages.of(place)
    return store && { store, keyOf: storageKey }
  }

  const openLocal = async ({ project_id: projectId, id }: FilePlace): Promise<OpenBytes | undefined> => {
    const file = await local.open(projectId, id)
    if (file === undefined) return undefined
    const { handle, size } = file
    return {
      size,
      read: ({ from: start, to: end } = { from: 0, to: Infinity }) =>
        Promise.resolve(handle.createReadStream({ start, end })),
      close: () => handle.close(),
    }
  }

  const streamOf = async (file: FilePlace, range: ObjectRange | undefined): Promise<Readable | undefined> => {
    const found = await of(file.place)
    const object = await found?.store.get(found.keyOf(file.project_id, file.id), range)
    // The response announces the size of the file, so other bytes would be a broken file.
    if (range !== undefined || object === undefined || object.size === file.size) return object?.stream
    object.stream.destroy()
    throw new AppError('STORAGE_FAILED', { storage: titleOf(file.place), reason: message('server.storage.size') })
  }

  const addressOf = async (file: FilePlace): Promise<OpenBytes['address']> => {
    const found = await of(file.place)
    const address = found?.store.address
    if (found === undefined || address === undefined || file.size === 0) return undefined
    const key = found.keyOf(file.project_id, file.id)
    const last = file.size - 1
    return async (headers) => {
      // A browser would leave our page for the error of a storage that lacks the file or its end, or rejects our keys.
      const end = await found.store.get(key, { from: last, to: last })
      end?.stream.destroy()
      return end && address(key, headers)
    }
  }

  return {
    of,
    active: async () => (await storages.active())?.place ?? localPlace,

    keep: async (arrived, projectId, id) => {
      const { sha256 } = arrived
      const active = await storages.active()
      if (active === undefined) {
        await arrived.keep(projectId, id)
        return { place: localPlace, sha256 }
      }
      await active.store.put(storageKey(projectId, id), arrived.content)
      await arrived.discard()
      return { place: active.place, sha256 }
    },

    keepAll: async (projectId, files) => {
      const active = await storages.active()
      if (active === undefined) {
        await local.keepAll(projectId, files)
        return localPlace
      }
      try {
        for (const { id, content } of files) await active.store.put(storageKey(projectId, id), content)
        return active.place
      } catch (error) {
        for (const { id } of files) await active.store.remove(storageKey(projectId, id)).catch(() => undefined)
        throw error
      }
    },

    open: async (file, again) => {
      const current = file.place === localPlace ? ((await openLocal(file)) ?? (await again())) : file
      if (current === undefined || 'read' in current) return current
      if (current.place === localPlace) return openLocal(current)
      return {
        size: current.size,
        close: () => Promise.resolve(),
        address: await addressOf(current),
        read: async (range) => {
          const stream = await streamOf(current, range)
          if (stream !== undefined) return stream
          const moved = await again()
          const other = moved === undefined || moved.place === current.place ? undefined : await streamOf(moved, range)
          if (other === undefined) throw new AppError('ATTACHMENT_NOT_FOUND')
          return other
        },
      }
    },

    remove: async (place, projectId, id) => {
      const found = await of(place)
      await found?.store.remove(found.keyOf(projectId, id))
    },

    removeProject: async (projectId) => {
      await local.removeProject(projectId)
      for (const store of await storages.all())
        for await (const { key } of store.list(`${prefix}/${projectId}/`)) await store.remove(key)
    },

    moveProject: async (projectId, folder) => {
      await local.moveProject(projectId, folder)
      for (const store of await storages.all()) await fetchProject(store, projectId, folder)
    },
  }
}

/** Returns the name of a place in errors. */
export function titleOf(place: string): string | ReturnType<typeof message> {
  const id = serviceIds.find((each) => each === place)
  return id === undefined ? message('server.storage.profile') : serviceOf(id).title
}

/** Fetches the files of a project into a folder, then removes each from the storage. */
async function fetchProject(store: ObjectStore, projectId: string, folder: string): Promise<void> {
  for await (const { key, size } of store.list(`${prefix}/${projectId}/`)) {
    const object = await store.get(key)
    if (object === undefined) continue
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = createWriteStream(join(folder, key.slice(key.lastIndexOf('/') + 1)), { mode: 0o600, flush: true })
    await pipeline(object.stream, target)
    if (target.bytesWritten !== size) throw new Error(`The storage sent ${target.bytesWritten} of ${size} bytes`)
    await store.remove(key)
  }
}
