import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { writeAll } from '@main/lib/files'

/**
 * Writes a new file. All bytes are on the disk when it returns.
 *
 * @param check  called with the size so far before each chunk is written; throws to stop
 * @returns size and checksum of the bytes
 */
export async function writeNewFile(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  check: (size: number) => void,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of content) {
      size += chunk.byteLength
      check(size)
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    await file.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Opens a file for reading. Undefined if the path has no file. The caller closes it. */
export async function openPlainFile(
  path: string,
): Promise<{ readonly handle: FileHandle; readonly size: number } | undefined> {
  // Basalt never creates links there, so one in place of a file is rejected.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(ifAbsent(undefined))
  if (handle === undefined) return undefined
  try {
    const facts = await handle.stat()
    if (facts.isFile()) return { handle, size: facts.size }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return undefined
}

const absentCodes = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'EISDIR'])

/** Returns a handler for errors that replaces an absent file or folder by a value. */
export const ifAbsent =
  <T>(value: T) =>
  (error: unknown): T => {
    if (absentCodes.has(codeOf(error))) return value
    throw error
  }

/** Returns the code of an error of the file system; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
