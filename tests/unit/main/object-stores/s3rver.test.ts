import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import { createS3Store, type ObjectStore } from '@main/features/object-stores'
import { createOutbound } from '@main/features/outbound'
import { systemClock, type Clock } from '@main/lib/clock'
import { startS3rver, type S3rver } from '@tests/helpers/s3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'

/* Against a server from npm: what it rejects and returns is not what we expect of the protocol, but what another team does. */

let s3: S3rver
beforeAll(async () => {
  s3 = await startS3rver()
})
afterAll(() => s3.close())

const storeOf = (changed: object = {}, clock: Clock = systemClock): ObjectStore =>
  createS3Store({
    bucket: { ...s3, ...changed },
    title: 'Test storage',
    outbound: createOutbound({ clock, allowedHosts: () => Promise.resolve([new URL(s3.origin).host]) }),
    clock,
    browserOrigin: s3.origin,
    retryDelaysMs: [1, 1],
  })
const at = (ms: number): Clock => ({ ...systemClock, now: () => new Date(Date.now() + ms) })
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  return error instanceof AppError ? JSON.stringify(error.details) : String(error)
}

/** A file of two parts of the real size, made while it is read. */
const size = 17 * 1024 * 1024 + 3
function* chunksOf(): Generator<Buffer> {
  const step = 1024 * 1024 + 1
  for (let from = 0; from < size; from += step) yield Buffer.alloc(Math.min(step, size - from), `from ${from} `)
}
const digest = async (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

it('joins the parts of a large file, and sends parts of it', async () => {
  const store = storeOf()
  expect(await store.write('exports/p_1/large.csv', Readable.from(chunksOf()))).toBe(size)
  expect(await s3.keys()).toEqual(['exports/p_1/large.csv'])
  const whole = await store.get('exports/p_1/large.csv')
  expect([whole?.size, await digest(whole?.stream ?? [])]).toEqual([size, await digest(chunksOf())])
  // Across the border of two parts.
  const border = 16 * 1024 * 1024
  const part = await store.get('exports/p_1/large.csv', { from: border - 10, to: border + 9 })
  const expected = Buffer.concat([...chunksOf()]).subarray(border - 10, border + 10)
  expect(Buffer.concat((await part?.stream.toArray()) ?? [])).toEqual(expected)
  await store.remove('exports/p_1/large.csv')
  expect(await s3.keys()).toEqual([])
})

it('shows nothing of an upload that fails before its end', async () => {
  function* broken(): Generator<Buffer> {
    yield* chunksOf()
    throw new AppError('DATABASE_UNAVAILABLE')
  }
  await expect(storeOf().write('exports/broken.csv', Readable.from(broken()))).rejects.toThrow('DATABASE_UNAVAILABLE')
  expect(await storeOf().get('exports/broken.csv')).toBeUndefined()
  expect(await s3.keys()).toEqual([])
})

it('rejects wrong keys and a wrong clock', async () => {
  const content = { size: 1, sha256: await digest([Buffer.from('a')]), read: () => Readable.from([Buffer.from('a')]) }
  expect(await reasonOf(storeOf({ accessSecret: 'other' }).put('a', content))).toContain('SignatureDoesNotMatch')
  expect(await reasonOf(storeOf({ accessKey: 'other' }).put('a', content))).toContain('InvalidAccessKeyId')
  expect(await reasonOf(storeOf({ bucket: 'none' }).get('a'))).toContain('NoSuchBucket')
  expect(await reasonOf(storeOf({}, at(-20 * 60_000)).put('a', content))).toMatch(/server\.storage\.clock.*20/)
  expect(await s3.keys()).toEqual([])
})

it('accepts signed addresses until they end, for one file only', async () => {
  const content = {
    size: 5,
    sha256: await digest([Buffer.from('bytes')]),
    read: () => Readable.from([Buffer.from('bytes')]),
  }
  await storeOf().put('attachments/p_1/a', content)
  await storeOf().put('attachments/p_1/b', content)
  // No apostrophes: s3rver signs them as they are, unlike AWS (RFC 3986).
  const headers = { type: 'video/mp4', disposition: 'attachment; filename="a b+&=/%2f.mp4"' }
  const addressAt = async (ms: number): Promise<string> =>
    (await storeOf({}, at(ms)).address?.('attachments/p_1/a', headers)) ?? ''
  const address = await addressAt(0)
  const answer = await fetch(address, { headers: { range: 'bytes=1-2' } })
  expect([answer.status, await answer.text()]).toEqual([206, 'yt'])
  expect(answer.headers.get('content-type')).toBe(headers.type)
  expect(answer.headers.get('content-disposition')).toBe(headers.disposition)
  expect((await fetch(address.replace('p_1/a?', 'p_1/b?'))).status).toBe(403)
  expect((await fetch(address.replace('video%2Fmp4', 'text%2Fhtml'))).status).toBe(403)
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
  expect((await fetch(await addressAt(-301_000))).status).toBe(403)
  expect((await fetch(await addressAt(-295_000))).status).toBe(200)
  await storeOf().remove('attachments/p_1/a')
  await storeOf().remove('attachments/p_1/b')
})
