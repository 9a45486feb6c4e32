import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import type { OutboundStreams } from '@main/features/outbound'
import type { ObjectStore } from './object-store'
import { refusal, storageError, type ErrorFacts } from './s3-answers'

const probeBytes = 1_024

export interface ProbeOptions extends ErrorFacts {
  readonly store: ObjectStore
  /** Name of the object. */
  readonly name: string
  /** Reads from the address for browsers. */
  readonly outbound: OutboundStreams
  readonly signal: AbortSignal
}

/**
 * Tries a storage out with a small object: writes it, reads a part of it, finds it in a list and deletes it. If browsers
 * reach the storage, reads it at the address for them, too.
 *
 * @throws AppError STORAGE_FAILED, STORAGE_CHECKSUM_WRONG
 */
export async function probeStore(options: ProbeOptions): Promise<void> {
  const { store, title, name, signal } = options
  const bytes = randomBytes(probeBytes)
  const key = `basalt-test/${name}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await store.put(key, { size: probeBytes, sha256, read: () => Readable.from([bytes]) }, signal)
  try {
    const range = { from: 100, to: 199 }
    const part = await store.get(key, range, signal)
    const found = part === undefined ? undefined : Buffer.concat(await part.stream.toArray())
    const isListed = (await listed(store, key, signal)).includes(key)
    const atAddress = await readAddress(options, key)
    const isSame = found?.equals(bytes.subarray(range.from, range.to + 1)) === true
    if (!isSame || !isListed || atAddress?.equals(bytes) === false)
      throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: title })
  } finally {
    await store.remove(key)
  }
}

/** Reads an object as a browser does. Undefined if browsers don't. */
async function readAddress(options: ProbeOptions, key: string): Promise<Buffer | undefined> {
  const { store, title, outbound, signal } = options
  const url = await store.address?.(key, { type: 'text/plain', disposition: 'attachment' })
  if (url === undefined) return undefined
  try {
    const answer = await outbound.open({ method: 'GET', url, signal })
    if (answer.status !== 200) throw await refusal(answer, options)
    return Buffer.concat(await answer.body.toArray())
  } catch (error) {
    throw storageError(error, title)
  }
}

async function listed(store: ObjectStore, prefix: string, signal: AbortSignal): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix, signal)) keys.push(key)
  return keys
}
