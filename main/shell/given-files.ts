import { open } from 'node:fs/promises'
import { openingPartBytes } from '@common/bridge'
import { AppError } from '@common/errors'
import type { Ids } from '@main/lib/ids'

/** Files of rows that the system gave to the application. The page can read these, and no others. */
export interface GivenFiles {
  /** @returns an id for the page */
  readonly add: (path: string) => string
  /** Returns a part of a file; empty at its end. @throws AppError INPUT_INVALID for an unknown id */
  readonly read: (id: string, offset: number) => Promise<Uint8Array<ArrayBuffer>>
}

/** Earlier files can't be read again. */
const filesMax = 100

export function createGivenFiles(ids: Ids): GivenFiles {
  const paths = new Map<string, string>()
  return {
    add: (path) => {
      const id = ids.hex(16)
      paths.set(id, path)
      const [oldest] = paths.keys()
      if (paths.size > filesMax && oldest !== undefined) paths.delete(oldest)
      return id
    },
    read: async (id, offset) => {
      const path = paths.get(id)
      if (path === undefined) throw new AppError('INPUT_INVALID')
      const file = await open(path, 'r')
      try {
        const buffer = new Uint8Array(openingPartBytes)
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}
