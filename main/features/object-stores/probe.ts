import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import type { ObjectStore } from './object-store'

const probeBytes = 1_024

/**
 * Tries a storage out with a small object: writes it, reads a part of it, finds it in a list and deletes it.
 *
 * @throws AppError STORAGE_FAILED, STORAGE_CHECKSUM_WRONG
 */
export async function probeStore(store: ObjectStore, title: string, name: string, signal: AbortSignal): Promise<void> {
  const bytes = randomBytes(probeBytes)
  const key = `basalt-test/${name}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await store.put(key, { size: probeBytes, sha256, read: () => Readable.from([bytes]) }, signal)
  try {
    const range = { from: 100, to: 199 }
    const part = await store.get(key, range, signal)
    const found = part === undefined ? undefined : Buffer.concat(await part.stream.toArray())
    const isListed = (await listed(store, key, signal)).includes(key)
    if (found?.equals(bytes.subarray(range.from, range.to + 1)) !== true || !isListed)
      throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: title })
  } finally {
    await store.remove(key)
  }
}

async function listed(store: ObjectStore, prefix: string, signal: AbortSignal): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix, signal)) keys.push(key)
  return keys
}
