import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createS3Store, type ObjectStore } from '@main/features/object-stores'
import { createOutbound } from '@main/features/outbound'
import { systemClock } from '@main/lib/clock'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

const mebibyte = 1024 * 1024
const chunks = 96
const size = chunks * mebibyte
/** Covers the buffers of both sockets and streams; far below `size`. */
const aheadMax = 24 * mebibyte

const chunk = Buffer.alloc(mebibyte, 'basalt')
const whole = createHash('sha256')
for (let at = 0; at < chunks; at += 1) whole.update(chunk)
const sha256 = whole.digest('hex')

let server: Server
let store: ObjectStore
let produced = 0
let consumed = 0
/** Most bytes that were produced and not yet consumed: the memory that a transfer can use. */
let ahead = 0
let receivedSha256 = ''

/** Makes the bytes of a large file one chunk at a time, and measures how far it is ahead of the reader. */
function* largeFile(): Generator<Buffer> {
  for (let at = 0; at < chunks; at += 1) {
    produced += chunk.byteLength
    ahead = Math.max(ahead, produced - consumed)
    yield Buffer.from(chunk)
  }
}

/** Counts bytes as they arrive. @returns their checksum */
async function consume(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of source) {
    consumed += part.byteLength
    hash.update(part)
  }
  return hash.digest('hex')
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'PUT') {
    receivedSha256 = await consume(request)
    response.writeHead(200).end()
    return
  }
  response.writeHead(200, { 'content-length': size })
  await pipeline(Readable.from(largeFile()), response)
}

beforeAll(async () => {
  server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  store = createS3Store({
    bucket: {
      origin: `http://${host}`,
      region: 'eu-test-1',
      bucket: 'files',
      accessKey: 'key',
      accessSecret: 'secret',
    },
    title: 'Test storage',
    outbound: createOutbound({ clock: systemClock, allowedHosts: () => Promise.resolve([host]) }),
    clock: systemClock,
  })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  produced = 0
  consumed = 0
  ahead = 0
})

it('uploads a large file at the pace of the storage', async () => {
  await store.put('attachments/p_1/large', { size, sha256, read: () => Readable.from(largeFile()) })
  expect([consumed, receivedSha256]).toEqual([size, sha256])
  expect(ahead).toBeLessThan(aheadMax)
})

it('downloads a large file at the pace of its reader', async () => {
  const found = await store.get('attachments/p_1/large')
  if (found === undefined) throw new Error('The object is missing')
  expect(found.size).toBe(size)
  expect(await consume(found.stream)).toBe(sha256)
  expect(ahead).toBeLessThan(aheadMax)
})
