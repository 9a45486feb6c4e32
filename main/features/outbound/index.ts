import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import { message, type Message } from '@common/messages'
import { bareHost, isPrivateAddress, lookupFor } from '@main/db/outbound'
import type { Clock } from '@main/lib/clock'
import { request as httpRequest, validateHeaderName, validateHeaderValue } from '@main/lib/node-http'

/** A request to another server, in the name of a user. */
export interface OutboundRequest {
  readonly method: string
  readonly url: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Limit of the whole request, in milliseconds. Default 30 s. */
  readonly timeoutMs?: number
  /** Largest part of the response that is read, in bytes. Default 1 MB. */
  readonly bodyMax?: number
  /** Most redirects that are followed. Default 5; 0 returns the redirect itself. */
  readonly redirectsMax?: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** True if the response is longer than the limit. */
  readonly isCut: boolean
  readonly ms: number
  /** The address after redirects. */
  readonly url: string
}

/**
 * The HTTP client for requests that users define. It reaches public addresses, and those hosts that a super admin
 * allows. Each connection is checked, also of redirects and of names that change their address.
 */
export interface Outbound {
  /**
   * @throws AppError OUTBOUND_ADDRESS_INVALID, OUTBOUND_HEADER_INVALID, OUTBOUND_FORBIDDEN, OUTBOUND_FAILED,
   * OUTBOUND_TIMEOUT, REQUEST_CANCELLED
   */
  readonly send: (request: OutboundRequest) => Promise<OutboundAnswer>
  /**
   * Returns the checked addresses of a host, for a protocol other than HTTP. Connect to one of them and to nothing else:
   * the name could have another address later.
   *
   * @param host  name or address, without the brackets of IPv6
   * @throws AppError OUTBOUND_FORBIDDEN, OUTBOUND_FAILED
   */
  readonly resolve: (host: string, port: number) => Promise<readonly string[]>
}

/** A request whose body or response is too large for the memory. Redirects aren't followed. */
export interface OutboundStreamRequest extends Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'signal'> {
  readonly body?: string | Uint8Array | SizedStream
  /** Longest silence of the connection, in milliseconds. Default 30 s. */
  readonly idleMs?: number
}

/** A body that is read while it is sent. */
export interface SizedStream {
  /** In bytes. */
  readonly size: number
  readonly stream: Readable
}

/** A response whose body arrives while it is read. Destroy the body to end the connection. */
export interface OutboundStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
}

/** The same client for large bodies, such as files. */
export interface OutboundStreams {
  /** @throws AppError errors of `Outbound.send` */
  readonly open: (request: OutboundStreamRequest) => Promise<OutboundStream>
}

export interface OutboundOptions {
  readonly clock: Clock
  /** Returns hosts of private networks that requests may reach: `name` or `name:port`, in lower case. */
  readonly allowedHosts: () => Promise<readonly string[]>
}

const timeoutDefaultMs = 30_000
const bodyDefaultMax = 1_000_000
const redirectsDefault = 5
const redirecting = new Set([301, 302, 303, 307, 308])
/** Headers that belong to the connection. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Headers that a redirect to another origin may carry on: none of them is a secret. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

interface Hop {
  readonly method: string
  readonly body?: string | Uint8Array | SizedStream
  readonly url: URL
  readonly headers: readonly (readonly [string, string])[]
}

export function createOutbound({ clock, allowedHosts }: OutboundOptions): Outbound & OutboundStreams {
  return {
    open: async ({ method, url, headers = [], body, signal, idleMs = timeoutDefaultMs }) => {
      const hop: Hop = { method, url: addressOf(url), headers: checkedHeaders(headers), ...(body && { body }) }
      try {
        const answer = await sendOnce(hop, new Set(await allowedHosts()), signal, idleMs)
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer }
      } catch (error) {
        if (signal?.aborted === true) throw new AppError('REQUEST_CANCELLED', {}, { cause: error })
        throw error instanceof AppError ? error : outboundError(error, hop.url)
      } finally {
        // The rest of a body that the server didn't want.
        if (isStream(body)) body.stream.destroy()
      }
    },

    send: async (request) => {
      const startedMs = clock.monotonicMs()
      const timeout = AbortSignal.timeout(request.timeoutMs ?? timeoutDefaultMs)
      const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
      const allowed = new Set(await allowedHosts())
      let hop: Hop = {
        method: request.method,
        url: addressOf(request.url),
        headers: checkedHeaders(request.headers ?? []),
        ...(request.body !== undefined && { body: request.body }),
      }
      try {
        for (let left = request.redirectsMax ?? redirectsDefault; ; left -= 1) {
          const answer = await sendOnce(hop, allowed, signal)
          const next = left > 0 ? redirected(hop, answer) : undefined
          if (next === undefined) return await readAnswer(hop, answer, request.bodyMax ?? bodyDefaultMax, startedMs)
          answer.destroy()
          hop = next
        }
      } catch (error) {
        if (request.signal?.aborted === true) throw new AppError('REQUEST_CANCELLED')
        if (timeout.aborted) throw new AppError('OUTBOUND_TIMEOUT', { host: hop.url.host })
        throw error instanceof AppError ? error : outboundError(error, hop.url)
      }
    },

    resolve: async (host, port) => {
      const name = host.toLowerCase()
      const url = new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`)
      const isAllowed = isAllowedHost(new Set(await allowedHosts()), name, String(port))
      try {
        const addresses = isIP(name) === 0 ? (await lookup(name, { all: true })).map(({ address }) => address) : [name]
        if (!isAllowed && addresses.some(isPrivateAddress)) throw forbidden(url)
        return addresses
      } catch (error) {
        throw error instanceof AppError ? error : outboundError(error, url)
      }
    },
  }

  async function readAnswer(
    { url }: Hop,
    answer: IncomingMessage,
    bodyMax: number,
    startedMs: number,
  ): Promise<OutboundAnswer> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop ends the connection.
      if (size > bodyMax) break
    }
    return {
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      headers: pairsOf(answer.rawHeaders),
      body: Buffer.concat(chunks).subarray(0, bodyMax),
      isCut: size > bodyMax,
      ms: Math.round(clock.monotonicMs() - startedMs),
      url: url.href,
    }
  }
}

/** @throws AppError OUTBOUND_ADDRESS_INVALID for anything but http and https, and for passwords in addresses */
function addressOf(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('OUTBOUND_ADDRESS_INVALID')
  return url
}

function checkedHeaders(headers: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  for (const [name, value] of headers) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new AppError('OUTBOUND_HEADER_INVALID', { name })
    }
    if (ownHeaders.has(name.toLowerCase())) throw new AppError('OUTBOUND_HEADER_INVALID', { name })
  }
  return headers
}

const isAllowedHost = (allowed: ReadonlySet<string>, name: string, port: string): boolean =>
  [name, `${name}:${port}`, `[${name}]:${port}`].some((each) => allowed.has(each))

const isStream = (body: Hop['body']): body is SizedStream => typeof body === 'object' && 'stream' in body

function sendOnce(
  hop: Hop,
  allowed: ReadonlySet<string>,
  signal: AbortSignal | undefined,
  idleMs?: number,
): Promise<IncomingMessage> {
  const { url, method, body, headers } = hop
  const name = bareHost(url.hostname).toLowerCase()
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const isAllowed = isAllowedHost(allowed, name, port)
  // Node asks no look-up for an address.
  if (!isAllowed && isIP(name) !== 0 && isPrivateAddress(name)) throw forbidden(url)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method,
      // A connection of its own: a pooled one would have been checked for another request.
      agent: false,
      lookup: lookupFor(!isAllowed),
      ...(signal !== undefined && { signal }),
      headers: headersOf(headers, body),
    })
    // Not once: the connection may end again while the response is read.
    outgoing.on('error', reject)
    outgoing.once('response', (answer) => {
      answer.once('error', reject)
      resolve(answer)
    })
    if (idleMs !== undefined)
      outgoing.setTimeout(idleMs, () => outgoing.destroy(Object.assign(new Error('Silent'), { code: 'ETIMEDOUT' })))
    if (!isStream(body)) return outgoing.end(body)
    body.stream.once('error', (error) => outgoing.destroy(error))
    return body.stream.pipe(outgoing)
  })
}

function headersOf(
  headers: readonly (readonly [string, string])[],
  body: Hop['body'],
): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = { 'user-agent': 'Basalt', 'accept-encoding': 'identity' }
  const given = new Set<string>()
  for (const [header, value] of headers) {
    const name = header.toLowerCase()
    sent[name] = given.has(name) ? [...[sent[name] ?? []].flat(), value] : value
    given.add(name)
  }
  if (body !== undefined) sent['content-length'] = String(isStream(body) ? body.size : Buffer.byteLength(body))
  return sent
}

/** Returns the request that a redirect leads to; undefined if the answer is none. */
function redirected({ url, method, headers, body }: Hop, answer: IncomingMessage): Hop | undefined {
  const status = answer.statusCode ?? 0
  const { location } = answer.headers
  if (!redirecting.has(status) || location === undefined) return undefined
  const next = addressOf(location, url)
  const sent = next.origin === url.origin ? headers : headers.filter(([name]) => plainHeaders.has(name.toLowerCase()))
  const isRead = status === 303 || (status < 303 && method !== 'GET' && method !== 'HEAD')
  if (isRead) return { url: next, method: method === 'HEAD' ? 'HEAD' : 'GET', headers: sent }
  return { url: next, method, headers: sent, ...(body !== undefined && { body }) }
}

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
}

const forbidden = (url: URL): AppError => new AppError('OUTBOUND_FORBIDDEN', { host: url.host })

function outboundError(error: unknown, url: URL): AppError {
  const { code = '' } = (error ?? {}) as { readonly code?: string }
  if (code === 'ADDRESS_FORBIDDEN') return forbidden(url)
  if (code === 'ETIMEDOUT') return new AppError('OUTBOUND_TIMEOUT', { host: url.host }, { cause: error })
  return new AppError('OUTBOUND_FAILED', { host: url.host, reason: reasonOf(code) }, { cause: error })
}

function reasonOf(code: string): Message {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return message('server.outbound.hostUnknown')
  if (code === 'ECONNREFUSED') return message('server.outbound.refused')
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_(?:GET|VERIFY)/.test(code)) return message('server.outbound.certificate')
  return message('server.outbound.dropped')
}
