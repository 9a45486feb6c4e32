import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@common/errors'

/** Replaces a small file atomically, even across a crash: temporary file, fsync, rename, fsync of the folder. */
export async function writeFileAtomic(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Makes renames and new names in a folder durable. Windows can't open folders and doesn't need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes writes to a file durable. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Appends all bytes. A nearly full disk accepts only a part at first. */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, from, bytes.byteLength - from)
    from += bytesWritten
  }
}

/** Reads a stream to its end. @returns its size in bytes, and its SHA-256 in hexadecimal */
export async function digestOf(stream: Readable): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.byteLength
  }
  return { size, sha256: hash.digest('hex') }
}

/** Translates all forms of a full disk to one error; returns other errors unchanged. */
export function storageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('DISK_FULL', {}, { cause: error }) : error
}

/** Returns a part of a file; less at its end. */
export async function readPart(path: string, start: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
