import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { ObjectContent } from './object-store'
import { answerBytesMax, errorIn, finish, storageError, tagIn, textOf, type ErrorFacts } from './s3-answers'
import type { S3Client } from './s3-client'

/** Limit of the S3 protocol. */
export const partsMax = 10_000
/** The memory holds those and one that is being read. */
const partsAtOnce = 2
const abortMs = 30_000
const gibibyte = 1024 ** 3

/** Returns the size of the parts of an object; larger ones if the object has too many otherwise. */
export const partBytesFor = (size: number, min: number): number => Math.max(min, Math.ceil(size / partsMax))

/**
 * Divides a stream into parts of the same size; the last one may be shorter. An empty stream has none.
 *
 * @param read  returns the stream; called for the first part
 */
export async function* partsOf(read: () => AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of read()) {
    for (let at = 0; at < chunk.byteLength;) {
      const taken = Math.min(chunk.byteLength - at, partBytes - filled)
      part.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < partBytes) continue
      yield part
      part = Buffer.allocUnsafe(partBytes)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Returns bytes in the memory as the content of a request. */
export function contentOf(bytes: Buffer): ObjectContent {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { size: bytes.byteLength, sha256, read: () => Readable.from([bytes]) }
}

export interface MultipartOptions extends ErrorFacts {
  readonly client: S3Client
  readonly key: string
  readonly parts: AsyncIterable<Buffer>
  /** Largest object, for the error. */
  readonly bytesMax: number
  /** Distinguishes this upload from others to the same key. */
  readonly uploadName: string
  /** Called when all parts have arrived, before the object becomes visible. Throws to store nothing. */
  readonly check?: () => void
  readonly signal: AbortSignal | undefined
}

/**
 * Uploads an object in parts, each retried by itself. The object becomes visible at the end. After an error, the server
 * deletes the parts.
 *
 * @throws AppError STORAGE_FAILED, REQUEST_CANCELLED; and errors of the parts
 */
export async function uploadInParts(options: MultipartOptions): Promise<void> {
  const { client, key, signal, title } = options
  const named = ['x-amz-meta-basalt-upload', options.uploadName] as const
  const create = { method: 'POST', key, query: { uploads: '' }, headers: [named], signal } as const
  const uploadId = tagIn(await textOf((await client.call(create, [200])).body, answerBytesMax, title), 'UploadId')
  if (uploadId === undefined) throw storageError(undefined, title)
  const stop = new AbortController()
  const sending = { ...options, uploadId, signal: either(signal, stop.signal) }
  try {
    const etags = await sendParts(sending, stop)
    options.check?.()
    await complete(sending, etags)
  } catch (error) {
    const abort = { method: 'DELETE', key, query: { uploadId }, signal: AbortSignal.timeout(abortMs) } as const
    // A rule of the bucket deletes what can't be deleted now (docs/attachments.md).
    await client.call(abort, [200, 204, 404]).then(
      ({ body }) => finish(body, title).catch(() => undefined),
      () => undefined,
    )
    throw error
  }
}

interface Sending extends MultipartOptions {
  readonly uploadId: string
}

/** Sends the parts. When it returns or throws, none is on its way any more. @returns their tags */
async function sendParts({ client, key, parts, bytesMax, uploadId, signal, title }: Sending, stop: AbortController) {
  const etags: string[] = []
  const onTheWay = new Set<Promise<void>>()
  const send = async (bytes: Buffer, at: number): Promise<void> => {
    const query = { partNumber: String(at + 1), uploadId }
    const { headers, body } = await client.call({ method: 'PUT', key, query, body: contentOf(bytes), signal }, [200])
    await finish(body, title)
    etags[at] = headers.etag === undefined ? '' : String(headers.etag)
  }
  const failures: Error[] = []
  const fail = (error: unknown): void => {
    failures.push(error instanceof Error ? error : new Error('A part failed', { cause: error }))
    stop.abort()
  }
  const add = (bytes: Buffer, at: number): void => {
    const sent = send(bytes, at).finally(() => onTheWay.delete(sent))
    onTheWay.add(sent)
    // At once, also while the next part is read.
    sent.catch(fail)
  }
  try {
    for await (const bytes of parts) {
      if (onTheWay.size >= partsAtOnce) await Promise.race(onTheWay).catch(() => undefined)
      if (signal?.aborted === true) break
      if (etags.length >= partsMax) {
        const size = `${Math.floor(bytesMax / gibibyte)} GiB`
        throw new AppError('STORAGE_FAILED', { storage: title, reason: message('server.storage.parts', { size }) })
      }
      add(bytes, etags.push('') - 1)
    }
  } catch (error) {
    fail(error)
  }
  await Promise.allSettled(onTheWay)
  const [first] = failures
  if (first !== undefined) throw first
  if (signal?.aborted === true) throw new AppError('REQUEST_CANCELLED')
  return etags
}

/** Makes the object visible. A lost response isn't a failure: the object tells which upload it is of. */
async function complete(sending: Sending, etags: readonly string[]): Promise<void> {
  const { client, key, uploadId, uploadName, signal, title } = sending
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
  const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
  const body = contentOf(Buffer.from(xml))
  try {
    const answer = await client.call({ method: 'POST', key, query: { uploadId }, body, signal }, [200])
    const text = await textOf(answer.body, answerBytesMax, title)
    // The status is sent before the parts are joined, so an error can follow it.
    if (text.includes('<Error>')) throw errorIn(text, answer, sending)
  } catch (error) {
    const asked = { method: 'HEAD', key, signal } as const
    const found = await client.call(asked, [200]).catch(() => undefined)
    found?.body.destroy()
    if (found?.headers['x-amz-meta-basalt-upload'] !== uploadName) throw error
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const either = (signal: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  signal === undefined ? other : AbortSignal.any([signal, other])
