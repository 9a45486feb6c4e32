import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import { createFolderStore, createS3Store, probeStore, type ObjectStore } from '@main/features/object-stores'
import { createOutbound } from '@main/features/outbound'
import { systemClock } from '@main/lib/clock'
import { randomIds } from '@main/lib/ids'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let s3: TestS3
let folder: string
let allowed: string[]
beforeAll(async () => {
  s3 = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'basalt-objects-'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  allowed = [new URL(s3.origin).host]
})
afterEach(() => {
  s3.objects.clear()
  s3.requests.length = 0
  s3.faults.length = 0
  s3.pageMax = 1_000
})

const s3Store = (changed: object = {}): ObjectStore =>
  createS3Store({
    bucket: { ...s3, ...changed },
    title: 'Test storage',
    outbound: createOutbound({ clock: systemClock, allowedHosts: () => Promise.resolve(allowed) }),
    clock: systemClock,
    idleMs: 300,
    retryDelaysMs: [1, 1],
  })
const folderStore = (): ObjectStore =>
  createFolderStore({ root: join(folder, 'root'), title: 'Folder', ids: randomIds })

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 31) % 251))
const contentOf = (content: Buffer) => ({
  size: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
  read: () => Readable.from([content.subarray(0, 1_000), content.subarray(1_000)]),
})
const read = async (store: ObjectStore, key: string, range?: { from: number; to: number }) => {
  const found = await store.get(key, range)
  return found && Buffer.concat(await found.stream.toArray())
}
const keys = async (store: ObjectStore, prefix: string): Promise<string[]> => {
  const found: string[] = []
  for await (const { key } of store.list(prefix)) found.push(key)
  return found.toSorted()
}
/** Returns the code of an error and the parts of its reason. */
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? [error.code, JSON.stringify(error.details)] : error
}

describe.each([
  ['S3', s3Store],
  ['folder', folderStore],
])('%s', (_name, create) => {
  it('stores, reads parts, lists, replaces and removes', async () => {
    const store = create()
    await store.put('attachments/p_1/a', contentOf(bytes))
    await store.put('attachments/p_1/b', contentOf(Buffer.from('b')))
    await store.put('attachments/p_2/c', contentOf(Buffer.alloc(0)))
    expect((await read(store, 'attachments/p_1/a'))?.equals(bytes)).toBe(true)
    expect((await read(store, 'attachments/p_1/a', { from: 5, to: 9 }))?.equals(bytes.subarray(5, 10))).toBe(true)
    expect((await read(store, 'attachments/p_2/c'))?.byteLength).toBe(0)
    expect(await read(store, 'attachments/p_1/none')).toBeUndefined()
    expect(await keys(store, 'attachments/p_1/')).toEqual(['attachments/p_1/a', 'attachments/p_1/b'])
    await store.put('attachments/p_1/b', contentOf(Buffer.from('again')))
    expect((await read(store, 'attachments/p_1/b'))?.toString()).toBe('again')
    await store.remove('attachments/p_1/a')
    await store.remove('attachments/p_1/a')
    await store.remove('attachments/p_1/b')
    await store.remove('attachments/p_2/c')
    expect(await keys(store, 'attachments/')).toEqual([])
  })

  it('passes the test of a storage and leaves nothing behind', async () => {
    const store = create()
    await probeStore(store, 'Test', 'probe-1', AbortSignal.timeout(5_000))
    expect(await keys(store, 'basalt-test')).toEqual([])
  })

  it.each(['../a', 'a/../b', '/a', 'a//b', '', 'a/.hidden', 'a b'])('rejects the key %s', async (key) => {
    await expect(async () => create().put(key, contentOf(bytes))).rejects.toThrow('Not a key')
  })
})

describe('S3', () => {
  it('lists more than one page', async () => {
    const store = s3Store()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.put(`x/${name}`, contentOf(Buffer.from(name)))
    s3.pageMax = 2
    expect(await keys(store, 'x/')).toEqual(['x/a', 'x/b', 'x/c', 'x/d', 'x/e'])
  })

  it('rejects wrong keys, an unknown bucket and forbidden requests with the words of the server', async () => {
    expect(await failure(s3Store({ accessSecret: 'other' }).put('a', contentOf(bytes)))).toEqual([
      'STORAGE_FAILED',
      expect.stringContaining('SignatureDoesNotMatch'),
    ])
    expect(await failure(s3Store({ bucket: 'none' }).get('a'))).toEqual([
      'STORAGE_FAILED',
      expect.stringContaining('NoSuchBucket'),
    ])
    s3.faults.push({ method: 'PUT', kind: 403, left: 1 })
    expect(await failure(s3Store().put('a', contentOf(bytes)))).toEqual([
      'STORAGE_FAILED',
      expect.stringContaining('Access Denied'),
    ])
    expect(s3.objects.size).toBe(0)
  })

  it('retries what passes by itself, and gives up after three attempts', async () => {
    s3.faults.push({ method: 'PUT', kind: 503, left: 1 }, { method: 'PUT', kind: 'reset', left: 1 })
    await s3Store().put('a', contentOf(bytes))
    expect(s3.objects.get('a')?.equals(bytes)).toBe(true)
    expect(s3.requests).toEqual(['PUT a', 'PUT a', 'PUT a'])
    s3.faults.push({ method: 'GET', kind: 503, left: 3 })
    expect(await failure(s3Store().get('a'))).toEqual(['STORAGE_FAILED', expect.stringContaining('SlowDown')])
  })

  it('gives up a server that is silent', async () => {
    s3.faults.push({ method: 'GET', kind: 'silent', left: 3 })
    expect(await failure(s3Store().get('a'))).toEqual(['STORAGE_FAILED', expect.stringContaining('OUTBOUND_TIMEOUT')])
  })

  it('reports a body that ends in the middle', async () => {
    await s3Store().put('a', contentOf(bytes))
    s3.faults.push({ method: 'GET', kind: 'reset', left: 1 })
    const found = await s3Store().get('a')
    await expect(found?.stream.toArray()).rejects.toThrow()
  })

  it('uploads nothing whose checksum differs', async () => {
    const wrong = { ...contentOf(bytes), sha256: createHash('sha256').update('other').digest('hex') }
    expect(await failure(s3Store().put('a', wrong))).toEqual([
      'STORAGE_FAILED',
      expect.stringContaining('XAmzContentSHA256Mismatch'),
    ])
    expect(s3.objects.size).toBe(0)
  })

  it('ends with its signal', async () => {
    const abort = new AbortController()
    s3.faults.push({ method: 'GET', kind: 'silent', left: 1 })
    const call = failure(s3Store().get('a', undefined, abort.signal))
    abort.abort()
    expect(await call).toEqual(['REQUEST_CANCELLED', '{}'])
  })

  it('reaches private addresses only if a super admin allows them', async () => {
    allowed = []
    expect(await failure(s3Store().get('a'))).toEqual(['STORAGE_FAILED', expect.stringContaining('OUTBOUND_FORBIDDEN')])
    expect(s3.requests).toEqual([])
  })
})

describe('folder', () => {
  it('stores nothing whose checksum differs, and leaves no part behind', async () => {
    const store = folderStore()
    expect(await failure(store.put('x/a', { ...contentOf(bytes), size: 5 }))).toEqual([
      'STORAGE_CHECKSUM_WRONG',
      expect.any(String),
    ])
    const broken = { ...contentOf(bytes), read: () => Readable.from(failing()) }
    expect(await failure(store.put('x/a', broken))).toMatchObject({ message: 'reset' })
    expect(await readdir(join(folder, 'root', 'x'))).toEqual([])
    expect(await readdir(join(folder, 'root', '.arriving'))).toEqual([])
  })

  it('tidies what a killed process left a day ago', async () => {
    const store = folderStore()
    const unfinished = join(folder, 'root', '.arriving')
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'old'), 'old')
    await writeFile(join(unfinished, 'new'), 'new')
    const before = new Date(Date.now() - 25 * 60 * 60 * 1_000)
    await utimes(join(unfinished, 'old'), before, before)
    await store.tidy?.()
    expect(await readdir(unfinished)).toEqual(['new'])
    await rm(unfinished, { recursive: true })
  })

  it('follows no link in place of a file', async () => {
    const store = folderStore()
    await store.put('x/a', contentOf(bytes))
    await symlink('/etc/passwd', join(folder, 'root', 'x', 'link'))
    expect(await store.get('x/link')).toBeUndefined()
  })

  it('says that it may not write there', async () => {
    await writeFile(join(folder, 'file'), '')
    const store = createFolderStore({ root: join(folder, 'file'), title: 'Folder', ids: randomIds })
    expect(await failure(store.put('a', contentOf(bytes)))).toEqual([
      'STORAGE_FAILED',
      expect.stringContaining('Folder'),
    ])
  })
})

function* failing(): Generator<Buffer> {
  yield bytes
  throw new Error('reset')
}
