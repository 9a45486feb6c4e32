import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, errorMessage } from '@common/errors'
import { message } from '@common/messages'
import type { S3Address } from '@common/plugins/services'
import type { OutboundStream, OutboundStreams, SizedStream } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import { signedHeaders, type AwsKeys } from './aws-signing'
import { checkedKey, type ListedObject, type ObjectContent, type ObjectStore } from './object-store'

/** A bucket and the keys that open it. */
export interface Bucket extends S3Address, AwsKeys {
  readonly bucket: string
}

export interface S3StoreOptions {
  readonly bucket: Bucket
  /** Name of the storage in errors. */
  readonly title: string
  readonly outbound: OutboundStreams
  readonly clock: Clock
  /** Longest silence of a connection, in milliseconds. */
  readonly idleMs?: number | undefined
  /** Pauses before the second attempt and each further one, in milliseconds. */
  readonly retryDelaysMs?: readonly number[] | undefined
}

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: ObjectContent
  readonly signal: AbortSignal | undefined
}

const emptySha256 = createHash('sha256').digest('hex')
const answerBytesMax = 4_000_000
const errorBytesMax = 16_000
const errorCharactersMax = 200
const listPageMax = 1_000
const retryDelaysDefaultMs: readonly number[] = [300, 1_500]
const temporary = new Set([429, 500, 502, 503, 504])

/**
 * Objects in a bucket with the S3 protocol: AWS and all that speak it. Addresses have the bucket in their path, which every
 * server understands. Each upload names its checksum, so that the server rejects damaged bytes.
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { bucket: place, title, outbound, clock, idleMs, retryDelaysMs = retryDelaysDefaultMs } = options

  const urlOf = (key: string | undefined, query: Call['query'] = {}): string => {
    const url = new URL(place.origin)
    const path = key === undefined ? '' : `/${checkedKey(key)}`
    url.pathname = `/${encodeURIComponent(place.bucket)}${path}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  const callOnce = async (url: string, { method, headers = [], body, signal }: Call): Promise<OutboundStream> => {
    const signed = await signedHeaders({
      method,
      url,
      headers: [...headers, ['x-amz-content-sha256', body?.sha256 ?? emptySha256]],
      service: 's3',
      ...place,
      now: clock.now(),
    })
    const sized: SizedStream | undefined = body && { size: body.size, stream: body.read() }
    return outbound.open({
      method,
      url,
      headers: signed,
      ...(sized && { body: sized }),
      ...(signal && { signal }),
      ...(idleMs !== undefined && { idleMs }),
    })
  }

  /** Calls the server and retries what may pass by itself. @returns the response if its status is one of `expected` */
  const call = async (asked: Call, expected: readonly number[]): Promise<OutboundStream> => {
    const url = urlOf(asked.key, asked.query)
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = retryDelaysMs[attempt]
      const answer = await callOnce(url, asked).catch((error: unknown) => {
        if (delayMs === undefined || !isTemporary(error)) throw storageError(error, title)
        return undefined
      })
      if (answer !== undefined) {
        if (expected.includes(answer.status)) return answer
        const error = await refusal(answer, title)
        if (delayMs === undefined || !temporary.has(answer.status)) throw error
      }
      await pause(delayMs ?? 0, asked.signal)
    }
  }

  return {
    put: async (key, content, signal) => {
      const { body } = await call({ method: 'PUT', key, body: content, signal }, [200, 201, 204])
      await finish(body, title)
    },

    get: async (key, range, signal) => {
      const headers = range === undefined ? [] : [['range', `bytes=${range.from}-${range.to}`] as const]
      const answer = await call({ method: 'GET', key, headers, signal }, range === undefined ? [200, 404] : [206, 404])
      if (answer.status === 404) {
        await requireBucket(answer, title)
        return undefined
      }
      const size = Number(answer.headers['content-length'])
      const isWrong = !Number.isSafeInteger(size) || (range !== undefined && size !== range.to - range.from + 1)
      if (!isWrong) return { size, stream: answer.body }
      answer.body.destroy()
      throw new AppError('STORAGE_FAILED', { storage: title, reason: message('server.storage.size') })
    },

    remove: async (key, signal) => {
      const answer = await call({ method: 'DELETE', key, signal }, [200, 204, 404])
      await (answer.status === 404 ? requireBucket(answer, title) : finish(answer.body, title))
    },

    list: async function* list(prefix, signal) {
      for (let token: string | undefined; ;) {
        const query = {
          'list-type': '2',
          'max-keys': String(listPageMax),
          prefix,
          ...(token !== undefined && { 'continuation-token': token }),
        }
        const { body } = await call({ method: 'GET', query, signal }, [200])
        const page = await textOf(body, answerBytesMax, title)
        yield* objectsIn(page)
        token = /<IsTruncated>true</.test(page) ? tagIn(page, 'NextContinuationToken') : undefined
        if (token === undefined) return
      }
    },
  }
}

function* objectsIn(page: string): Generator<ListedObject> {
  for (const [, object = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
    const key = tagIn(object, 'Key')
    const size = Number(tagIn(object, 'Size'))
    if (key !== undefined && Number.isSafeInteger(size)) yield { key, size }
  }
}

/** Returns the text of an XML element without children. */
function tagIn(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&(?:apos|#39);/g, "'")
    .replaceAll('&amp;', '&')
}

/** Returns the error of a response. The server's own words are part of the reason: administrators need them. */
async function refusal({ status, body }: OutboundStream, title: string): Promise<AppError> {
  const xml = await textOf(body, errorBytesMax, title).catch(() => '')
  const code = tagIn(xml, 'Code')
  const said = (tagIn(xml, 'Message') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, errorCharactersMax)
  const reason = message('server.storage.refused', {
    status: String(status),
    code: code?.slice(0, 60),
    answer: said === '' ? undefined : said,
  })
  return new AppError('STORAGE_FAILED', { storage: title, reason, ...(code !== undefined && { code }) })
}

/** Distinguishes a missing bucket from a missing object. @throws AppError STORAGE_FAILED */
async function requireBucket(answer: OutboundStream, title: string): Promise<void> {
  const error = await refusal(answer, title)
  if (error.details['code'] === 'NoSuchBucket') throw error
}

/** Reads the rest of a response, so that a break in it is an error. */
async function finish(body: Readable, title: string): Promise<void> {
  await textOf(body, answerBytesMax, title)
}

async function textOf(body: Readable, bytesMax: number, title: string): Promise<string> {
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > bytesMax) break
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw storageError(error, title)
  } finally {
    body.destroy()
  }
}

/** Wraps an error of the connection. Passes cancelled calls on. */
function storageError(error: unknown, title: string): AppError {
  if (error instanceof AppError && ['REQUEST_CANCELLED', 'STORAGE_FAILED'].includes(error.code)) return error
  const reason =
    error instanceof AppError ? errorMessage(error.code, error.details) : message('server.outbound.dropped')
  return new AppError('STORAGE_FAILED', { storage: title, reason }, { cause: error })
}

const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && ['OUTBOUND_FAILED', 'OUTBOUND_TIMEOUT'].includes(error.code)

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw new AppError('REQUEST_CANCELLED')
  })
}
