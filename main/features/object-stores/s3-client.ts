import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@common/errors'
import type { S3Address } from '@common/plugins/services'
import type { OutboundStream, OutboundStreams, SizedStream } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import { signedAddress, signedHeaders, type AwsKeys } from './aws-signing'
import { checkedKey, type ObjectContent } from './object-store'
import { refusal, storageError } from './s3-answers'

/** A bucket and the keys that open it. */
export interface Bucket extends S3Address, AwsKeys {
  readonly bucket: string
}

export interface S3ClientOptions {
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

type Query = Readonly<Record<string, string>>

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly key?: string
  readonly query?: Query
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: ObjectContent
  readonly signal: AbortSignal | undefined
}

/** Signed requests to a bucket. Each names the checksum of its body, so that the server rejects damaged bytes. */
export interface S3Client {
  /**
   * Calls the server and retries what may pass by itself.
   *
   * @returns the response if its status is one of `expected`
   * @throws AppError STORAGE_FAILED, REQUEST_CANCELLED
   */
  readonly call: (call: S3Call, expected: readonly number[]) => Promise<OutboundStream>
  /** Returns an address at which anyone reads an object until it expires. */
  readonly signedAddress: (origin: string, key: string, query: Query, lifeMs: number) => Promise<string>
}

const emptySha256 = createHash('sha256').digest('hex')
const retryDelaysDefaultMs: readonly number[] = [300, 1_500]
const temporary = new Set([429, 500, 502, 503, 504])

/** Addresses have the bucket in their path, which every server understands. */
export function createS3Client(options: S3ClientOptions): S3Client {
  const { bucket: place, title, outbound, clock, idleMs, retryDelaysMs = retryDelaysDefaultMs } = options
  const signing = () => ({ ...place, service: 's3', now: clock.now() })

  const urlOf = (origin: string, key: string | undefined, query: Query = {}): string => {
    const url = new URL(origin)
    const path = key === undefined ? '' : `/${checkedKey(key)}`
    url.pathname = `/${encodeURIComponent(place.bucket)}${path}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  const callOnce = async (url: string, { method, headers = [], body, signal }: S3Call): Promise<OutboundStream> => {
    const checksum = ['x-amz-content-sha256', body?.sha256 ?? emptySha256] as const
    const signed = await signedHeaders({ ...signing(), method, url, headers: [...headers, checksum] })
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

  return {
    call: async (asked, expected) => {
      const url = urlOf(place.origin, asked.key, asked.query)
      for (let attempt = 0; ; attempt += 1) {
        const delayMs = retryDelaysMs[attempt]
        const answer = await callOnce(url, asked).catch((error: unknown) => {
          if (delayMs === undefined || !isTemporary(error)) throw storageError(error, title)
          return undefined
        })
        if (answer !== undefined) {
          if (expected.includes(answer.status)) return answer
          const error = await refusal(answer, options)
          if (delayMs === undefined || !temporary.has(answer.status)) throw error
        }
        await pause(delayMs ?? 0, asked.signal)
      }
    },

    signedAddress: (origin, key, query, lifeMs) =>
      signedAddress({ ...signing(), url: urlOf(origin, key, query), lifeMs }),
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && ['OUTBOUND_FAILED', 'OUTBOUND_TIMEOUT'].includes(error.code)

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw new AppError('REQUEST_CANCELLED')
  })
}
