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
import { startS3rver, type S3rver } from '@tests/helpers/s3rver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let s3: TestS3
let s3rver: S3rver
let folder: string
let allowed: string[]
beforeAll(async () => {
  s3 = await startS3()
  s3rver = await startS3rver()
  folder = await mkdtemp(join(tmpdir(), 'basalt-objects-'))
})
afterAll(async () => {
  await s3.close()
  await s3rver.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  allowed = [new URL(s3.origin).host, new URL(s3rver.origin).host]
})
afterEach(() => {
  s3.objects.clear()
  s3.requests.length = 0
  s3.faults.length = 0
  s3.pageMax = 1_000
  s3.aheadMs = 0
})

const s3Store = (changed: object = {}): ObjectStore =>
  createS3Store({
    bucket: { ...s3, ...changed },
    title: 'Test storage',
    outbound: outbound(),
    clock: systemClock,
    idleMs: 300,
    retryDelaysMs: [1, 1],
  })
const folderStore = (): ObjectStore =>
  createFolderStore({ root: join(folder, 'root'), title: 'Folder', ids: randomIds })

const outbound = () => createOutbound({ clock: systemClock, allowedHosts: () => Promise.resolve(allowed) })
const probe = (store: ObjectStore): Promise<void> => {
  const signal = AbortSignal.timeout(5_000)
  return probeStore({ store, title: 'Test', name: 'probe-1', outbound: outbound(), clock: systemClock, signal })
}

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
  ['S3 of s3rver', () => s3Store({ ...s3rver })],
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
    await probe(store)
    expect(await keys(store, 'basalt-test')).toEqual([])
  })

  const tooLong = `${'a'.repeat(255)}/`.repeat(4) + 'b'
  const wrongKeys = ['../a', 'a/../b', '/a', 'a//b', '', 'a/.hidden', 'a b', 'a+b', 'a%2fb', 'ä', 'a\nb', tooLong]
  it.each(wrongKeys)('rejects the key %s', async (key) => {
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

/** Gets an address as a browser does. */
const visit = (address: string, headers: Record<string, string> = {}): Promise<Response> => fetch(address, { headers })
const shownAs = {
  type: 'video/mp4',
  disposition: `attachment; filename="a b.mp4"; filename*=UTF-8''%C3%A4%2B%20%22%27.mp4`,
}

describe('signed addresses', () => {
  const direct = (changed: object = {}): ObjectStore =>
    createS3Store({
      bucket: s3,
      title: 'Test storage',
      outbound: outbound(),
      clock: systemClock,
      browserOrigin: s3.origin,
      ...changed,
    })
  const addressOf = async (store: ObjectStore, key: string): Promise<string> =>
    (await store.address?.(key, shownAs)) ?? ''

  it('exist only if browsers reach the storage', () => {
    expect([s3Store().address, folderStore().address]).toEqual([undefined, undefined])
  })

  it('send a file and parts of it, with our type and name, and pass the test of a storage', async () => {
    const store = direct()
    await store.put('a', contentOf(bytes))
    const address = await addressOf(store, 'a')
    const whole = await visit(address)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(whole.headers.get('content-type')).toBe(shownAs.type)
    expect(whole.headers.get('content-disposition')).toBe(shownAs.disposition)
    expect(whole.headers.get('cache-control')).toBe('private, no-store')
    const part = await visit(address, { range: 'bytes=5-9' })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(5, 10)])
    expect(address).not.toContain(s3.accessSecret)
    expect(address).not.toContain('+')
    await probe(store)
  })

  it('end after five minutes', async () => {
    const store = direct()
    await store.put('a', contentOf(bytes))
    const address = await addressOf(store, 'a')
    // The address is some seconds old on a busy machine.
    s3.aheadMs = 240_000
    expect((await visit(address)).status).toBe(200)
    s3.aheadMs = 302_000
    const ended = await visit(address)
    expect([ended.status, await ended.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  })

  it('are of one file only: any change ends them', async () => {
    const store = direct()
    await store.put('attachments/p_1/a', contentOf(bytes))
    await store.put('attachments/p_1/b', contentOf(bytes))
    const address = await addressOf(store, 'attachments/p_1/a')
    const changed = [
      address.replace('p_1/a?', 'p_1/b?'),
      address.replace('p_1/a?', 'p_1%2f..%2fp_1%2fb?'),
      address.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'),
      address.replace('video%2Fmp4', 'text%2Fhtml'),
      address.replace('attachment%3B', 'inline%3B'),
      `${address}&list-type=2`,
      address.replace(/&X-Amz-Signature=.*/, ''),
      address.replace(/\?.*/, ''),
    ]
    for (const other of changed) {
      expect(other).not.toBe(address)
      expect((await visit(other)).status).toBe(403)
    }
    for (const method of ['PUT', 'DELETE', 'POST']) expect((await fetch(address, { method })).status).toBe(403)
    expect(s3.objects.size).toBe(2)
  })

  it('name the origin for browsers, which the signature covers', async () => {
    const address = await addressOf(direct({ browserOrigin: 'https://files.example.com' }), 'a')
    expect(address).toMatch(/^https:\/\/files\.example\.com\/files\/a\?/)
    // Read at the storage itself, the host isn't the signed one.
    const answer = await visit(address.replace('https://files.example.com', s3.origin))
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')])
  })

  it('that browsers could not use fail the test of a storage', async () => {
    allowed = [new URL(s3.origin).host, '127.0.0.1']
    const closed = direct({ browserOrigin: 'http://127.0.0.1:9' })
    expect(await failure(probe(closed))).toEqual(['STORAGE_FAILED', expect.stringContaining('127.0.0.1:9')])
    const rewritten = direct({ browserOrigin: s3.origin.replace('127.0.0.1', 'localhost') })
    allowed.push('localhost')
    await probe(rewritten)
    allowed = [new URL(s3.origin).host]
    expect(await failure(probe(rewritten))).toEqual(['STORAGE_FAILED', expect.stringContaining('OUTBOUND_FORBIDDEN')])
    expect(s3.objects.size).toBe(0)
  })
})

describe('wrong settings', () => {
  it('tell the region of the bucket', async () => {
    expect(await failure(s3Store({ region: 'us-east-1' }).get('a'))).toEqual([
      'STORAGE_FAILED',
      expect.stringMatching(/server\.storage\.region.*eu-test-1/),
    ])
    s3.faults.push({ method: 'GET', kind: 301, left: 1 })
    expect(await failure(s3Store().get('a'))).toEqual([
      'STORAGE_FAILED',
      expect.stringMatching(/server\.storage\.region.*us-west-2/),
    ])
  })

  it.each([20, -20])('tell how far the clocks differ (%i minutes)', async (minutes) => {
    s3.aheadMs = minutes * 60_000
    expect(await failure(s3Store().put('a', contentOf(bytes)))).toEqual([
      'STORAGE_FAILED',
      expect.stringMatching(/server\.storage\.clock.*20/),
    ])
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
