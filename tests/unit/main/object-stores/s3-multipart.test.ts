import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import { createS3Store, type ObjectContent, type ObjectStore } from '@main/features/object-stores'
import { partBytesFor } from '@main/features/object-stores/s3-multipart'
import { createOutbound } from '@main/features/outbound'
import { systemClock } from '@main/lib/clock'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

/** Smaller than in use: the suite of the server from npm uploads parts of the real size. */
const partBytes = 64 * 1024
const singleMax = 8 * partBytes
const chunkBytes = 12 * 1024 + 17

let s3: TestS3
let store: ObjectStore
beforeAll(async () => {
  s3 = await startS3()
  s3.partBytesMin = partBytes
  store = createS3Store({
    bucket: s3,
    title: 'Test storage',
    outbound: createOutbound({
      clock: systemClock,
      allowedHosts: () => Promise.resolve([new URL(s3.origin).host]),
    }),
    clock: systemClock,
    idleMs: 2_000,
    retryDelaysMs: [1, 1],
    sizes: { singleMax, partMin: partBytes },
  })
})
afterAll(() => s3.close())
afterEach(() => {
  s3.objects.clear()
  s3.uploads.clear()
  s3.requests.length = 0
  s3.faults.length = 0
  s3.hold = undefined
})

/** Makes bytes in chunks that divide no part evenly. Each part differs. */
function* chunksOf(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += chunkBytes) yield Buffer.alloc(Math.min(chunkBytes, size - at), `from ${at} `)
}
const bytesOf = (size: number): Buffer => Buffer.concat([...chunksOf(size)])
const contentOf = (size: number): ObjectContent => ({
  size,
  sha256: createHash('sha256').update(bytesOf(size)).digest('hex'),
  read: () => Readable.from(chunksOf(size)),
})
/** Not `toEqual`, which compares each byte in script. */
const isStored = (key: string, size: number): boolean => s3.objects.get(key)?.equals(bytesOf(size)) === true
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? [error.code, JSON.stringify(error.details)] : error
}
const threeParts = 2 * partBytes + 5

it.each([0, 1, partBytes - 1, partBytes])('writes %i bytes of unknown size with one request', async (size) => {
  expect(await store.write('exports/a.csv', Readable.from(chunksOf(size)))).toBe(size)
  expect(isStored('exports/a.csv', size)).toBe(true)
  expect(s3.requests).toEqual(['PUT exports/a.csv'])
})

it.each([partBytes + 1, 2 * partBytes, threeParts])('writes %i bytes of unknown size in parts', async (size) => {
  expect(await store.write('exports/a.csv', Readable.from(chunksOf(size)))).toBe(size)
  expect(isStored('exports/a.csv', size)).toBe(true)
  expect([s3.uploads.size, s3.requests[0], s3.requests.at(-1)]).toEqual([0, 'POST exports/a.csv', 'POST exports/a.csv'])
})

it('puts a large file in parts, and a smaller one with one request', async () => {
  await store.put('snapshots/small', contentOf(singleMax))
  expect(s3.requests).toEqual(['PUT snapshots/small'])
  await store.put('snapshots/large', contentOf(singleMax + 1))
  expect(isStored('snapshots/small', singleMax) && isStored('snapshots/large', singleMax + 1)).toBe(true)
  expect(s3.requests.filter((request) => request.includes('partNumber'))).toHaveLength(9)
})

it('has larger parts if a file has more than 10,000 of them otherwise', () => {
  expect([partBytesFor(10_000 * 16, 16), partBytesFor(10_000 * 16 + 1, 16)]).toEqual([16, 17])
})

it('puts nothing whose checksum differs, and deletes the parts', async () => {
  const content = { ...contentOf(singleMax + 1), sha256: createHash('sha256').update('other').digest('hex') }
  expect(await failure(store.put('snapshots/wrong', content))).toEqual([
    'STORAGE_CHECKSUM_WRONG',
    expect.stringContaining('Test storage'),
  ])
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

it('retries a part by itself', async () => {
  s3.faults.push(
    { method: 'PUT', kind: 503, left: 1, only: 'partNumber=2' },
    { method: 'PUT', kind: 'reset', left: 1, only: 'partNumber=1' },
    { method: 'PUT', kind: 'lost', left: 1, only: 'partNumber=3' },
  )
  await store.write('exports/a.csv', Readable.from(chunksOf(threeParts)))
  expect(isStored('exports/a.csv', threeParts)).toBe(true)
  const sent = s3.requests.filter((request) => request.includes('partNumber')).toSorted()
  expect(sent).toEqual([1, 1, 2, 2, 3, 3].map((part) => `PUT exports/a.csv?partNumber=${part}`))
})

it.each([
  ['a part', { method: 'PUT', kind: 503, left: 99, only: 'partNumber=2' }],
  ['a forbidden part', { method: 'PUT', kind: 403, left: 99, only: 'partNumber=1' }],
  ['the end', { method: 'POST', kind: 'error200', left: 99 }],
] as const)('shows nothing and deletes the parts if %s fails', async (_name, fault) => {
  s3.objects.set('exports/a.csv', Buffer.from('of yesterday'))
  s3.faults.push({ ...fault })
  expect(await failure(store.write('exports/a.csv', Readable.from(chunksOf(threeParts))))).toEqual([
    'STORAGE_FAILED',
    expect.any(String),
  ])
  expect([s3.objects.get('exports/a.csv')?.toString(), s3.uploads.size]).toEqual(['of yesterday', 0])
  expect(s3.requests.at(-1)).toBe('DELETE exports/a.csv')
})

it('reports the failure, also if the parts cannot be deleted', async () => {
  s3.faults.push({ method: 'PUT', kind: 403, left: 99 }, { method: 'DELETE', kind: 503, left: 99 })
  expect(await failure(store.write('exports/a.csv', Readable.from(chunksOf(threeParts))))).toEqual([
    'STORAGE_FAILED',
    expect.stringContaining('AccessDenied'),
  ])
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 1])
})

it('takes an upload for whole whose last response was lost', async () => {
  s3.hold = async (request) => {
    // The first POST begins the upload.
    if (!request.startsWith('PUT ')) return
    s3.hold = undefined
    s3.faults.push({ method: 'POST', kind: 'lost', left: 1 })
  }
  await store.write('exports/a.csv', Readable.from(chunksOf(threeParts)))
  expect(isStored('exports/a.csv', threeParts)).toBe(true)
})

it('is not deceived by an older object of the same key', async () => {
  s3.objects.set('exports/a.csv', bytesOf(threeParts))
  s3.hold = async (request) => {
    if (!request.startsWith('PUT ')) return
    s3.hold = undefined
    s3.faults.push({ method: 'POST', kind: 500, left: 99 })
  }
  expect(await failure(store.write('exports/a.csv', Readable.from(chunksOf(threeParts))))).toEqual([
    'STORAGE_FAILED',
    expect.stringContaining('InternalError'),
  ])
})

it('stops with its signal, and deletes the parts', async () => {
  const abort = new AbortController()
  s3.hold = async (request) => {
    if (!request.includes('partNumber=2')) return
    abort.abort()
  }
  const written = store.write('exports/a.csv', Readable.from(chunksOf(8 * partBytes)), abort.signal)
  expect(await failure(written)).toEqual(['REQUEST_CANCELLED', '{}'])
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

it('passes an error of the source on, and stores nothing', async () => {
  function* broken(): Generator<Buffer> {
    yield* chunksOf(threeParts)
    throw new AppError('DATABASE_UNAVAILABLE')
  }
  expect(await failure(store.write('exports/a.csv', Readable.from(broken())))).toEqual(['DATABASE_UNAVAILABLE', '{}'])
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

it('reads the source at the pace of the storage', async () => {
  let produced = 0
  let arrived = 0
  let ahead = 0
  function* counted(): Generator<Buffer> {
    for (const chunk of chunksOf(20 * partBytes)) {
      produced += chunk.byteLength
      ahead = Math.max(ahead, produced - arrived)
      yield chunk
    }
  }
  s3.hold = async (request) => {
    if (!request.startsWith('PUT ')) return
    // A reader that doesn't wait is at the end by then.
    for (let turn = 0; turn < 200; turn += 1) await nextTurn()
    arrived += partBytes
  }
  await store.write('exports/a.csv', Readable.from(counted()))
  // Two parts on their way, one that is read, and chunks around them.
  expect(ahead).toBeLessThanOrEqual(3 * partBytes + 4 * chunkBytes)
})
