import type { Readable } from 'node:stream'
import { AppError, errorMessage } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { OutboundStream } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import type { ListedObject } from './object-store'

/** Longest response that isn't an object. */
export const answerBytesMax = 4_000_000
const errorBytesMax = 16_000
const errorCharactersMax = 200

/** Returns the objects on a page of a list. */
export function* objectsIn(page: string): Generator<ListedObject> {
  for (const [, object = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
    const key = tagIn(object, 'Key')
    const size = Number(tagIn(object, 'Size'))
    if (key !== undefined && Number.isSafeInteger(size)) yield { key, size }
  }
}

/** Returns the text of an XML element without children. */
export function tagIn(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&(?:apos|#39);/g, "'")
    .replaceAll('&amp;', '&')
}

/** The storage in errors, and the time to compare its clock with. */
export interface ErrorFacts {
  readonly title: string
  readonly clock: Pick<Clock, 'now'>
}

type Head = Pick<OutboundStream, 'status' | 'headers'>

/** Returns the error of a response. The server's own words are part of the reason: administrators need them. */
export async function refusal({ status, headers, body }: OutboundStream, facts: ErrorFacts): Promise<AppError> {
  const xml = await textOf(body, errorBytesMax, facts.title).catch(() => '')
  return errorIn(xml, { status, headers }, facts)
}

/** Returns the error that an XML document describes. */
export function errorIn(xml: string, head: Head, { title, clock }: ErrorFacts): AppError {
  const code = tagIn(xml, 'Code')
  const said = (tagIn(xml, 'Message') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, errorCharactersMax)
  const reason =
    wrongRegion(xml, code, head) ??
    wrongClock(xml, code, head, clock.now()) ??
    message('server.storage.refused', {
      status: String(head.status),
      code: code?.slice(0, 60),
      answer: said === '' ? undefined : said,
    })
  return new AppError('STORAGE_FAILED', { storage: title, reason, ...(code !== undefined && { code }) })
}

/** Codes of servers that know the bucket, but in another region. */
const regionCodes = new Set(['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed'])
const regionPattern = /^[a-z0-9][a-z0-9-]{0,60}$/

function wrongRegion(xml: string, code: string | undefined, { status, headers }: Head): Message | undefined {
  const isRedirect = status >= 300 && status < 400
  if (!isRedirect && !regionCodes.has(code ?? '')) return undefined
  const region = String(headers['x-amz-bucket-region'] ?? tagIn(xml, 'Region') ?? '')
  return regionPattern.test(region) ? message('server.storage.region', { region }) : undefined
}

function wrongClock(xml: string, code: string | undefined, { headers }: Head, now: Date): Message | undefined {
  if (code !== 'RequestTimeTooSkewed') return undefined
  const theirs = Date.parse(tagIn(xml, 'ServerTime') ?? String(headers['date']))
  const minutes = Math.round(Math.abs(now.getTime() - theirs) / 60_000)
  return Number.isNaN(minutes) ? undefined : message('server.storage.clock', { minutes })
}

/** Distinguishes a missing bucket from a missing object. @throws AppError STORAGE_FAILED */
export async function requireBucket(answer: OutboundStream, facts: ErrorFacts): Promise<void> {
  const error = await refusal(answer, facts)
  if (error.details['code'] === 'NoSuchBucket') throw error
}

/** Reads the rest of a response, so that a break in it is an error. */
export async function finish(body: Readable, title: string): Promise<void> {
  await textOf(body, answerBytesMax, title)
}

/** Returns a response as text, cut at a length. @throws AppError STORAGE_FAILED, REQUEST_CANCELLED */
export async function textOf(body: Readable, bytesMax: number, title: string): Promise<string> {
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
export function storageError(error: unknown, title: string): AppError {
  if (error instanceof AppError && ['REQUEST_CANCELLED', 'STORAGE_FAILED'].includes(error.code)) return error
  const reason =
    error instanceof AppError ? errorMessage(error.code, error.details) : message('server.outbound.dropped')
  return new AppError('STORAGE_FAILED', { storage: title, reason }, { cause: error })
}
