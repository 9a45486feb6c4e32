import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { CallFacts } from '@main/operations/invoke'
import { answerAcross, answerPreflight, isAcross, mayCallAcross } from './cross-origin'
import { isOwnSite, type AllowedHosts } from './hosts'
import { kilobytes } from './kilobytes'
import type { PendingOutput } from './pending-output'
import type { Headers, ShortAnswer } from './short-answer'

/** Facts of a request that differ between the paths. */
export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** True for a file of the page. It contains no data, so reading it needs no guard. */
  readonly isStatic: boolean
}

/** Parts of a rule, all optional. `pipeline.ts` runs them. */
export interface Rule {
  /** Headers of every response, errors included. A function can override the headers of earlier rules. */
  readonly headers?: Headers | ((request: IncomingMessage) => Headers | undefined)
  /** Returns why a request is rejected, whatever its target. */
  readonly rejects?: (visit: Visit) => AppError | undefined
  /** Returns the response of a request that isn't passed to its target. */
  readonly answers?: (request: IncomingMessage) => ShortAnswer | undefined
  /** Returns why a request to the data API is rejected once its caller is known. */
  readonly rejectsCaller?: (facts: CallFacts) => AppError | undefined
  /** Observes the body of each response of the data API. */
  readonly sends?: (facts: CallFacts, response: ServerResponse, bytes: number) => void
}

export interface RuleOptions {
  readonly hosts: AllowedHosts
  readonly output: PendingOutput
  /** Maximum number of concurrent requests of all paths. */
  readonly requestsAtOnce: number
  /** Requests need no credentials, so pages of other sites could send some. */
  readonly ownPagesOnly: boolean
}

/** Headers of every response. */
const standardHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Origin',
} as const

/**
 * The rules of all requests and responses, in the order of their checks. The router and the fast lane both run this
 * table, so a new rule is one entry here. The test of both paths asks for a request that meets each rule.
 */
export const rulesOf = ({ hosts, output, requestsAtOnce, ownPagesOnly }: RuleOptions) =>
  ({
    standardHeaders: { headers: standardHeaders },
    allowedPages: { headers: (request) => (isAcross(request, hosts) ? answerAcross(request) : undefined) },
    // RFC 9112 §3.2: a proxy may use a different one of them.
    oneHost: {
      rejects: ({ request }) =>
        countOf('host', request.rawHeaders) > 1 ? new AppError('REQUEST_MALFORMED') : undefined,
    },
    ourHost: {
      rejects: ({ request }) => (hosts.host(request.headers.host) ? undefined : new AppError('HOST_NOT_ALLOWED')),
    },
    ourPages: {
      rejects: ({ request, isStatic }) =>
        hosts.origin(request.headers.origin) || isStatic || mayCallAcross(request, hosts)
          ? undefined
          : new AppError('ORIGIN_NOT_ALLOWED'),
    },
    // Links and pictures of other sites send no Origin header. Another port of this computer is another site.
    ownSite: {
      rejects: ({ request, isStatic }) =>
        !ownPagesOnly || isStatic || isPage(request) || isOwnSite(request.headers)
          ? undefined
          : new AppError('ORIGIN_NOT_ALLOWED'),
    },
    addressLength: {
      rejects: ({ request: { url = '' } }) =>
        url.length > limits.urlBytes ? new AppError('URL_TOO_LONG', { limit: kilobytes(limits.urlBytes) }) : undefined,
    },
    addressForm: {
      rejects: ({ request: { url = '' } }) => (url.startsWith('/') ? undefined : new AppError('REQUEST_MALFORMED')),
    },
    headerLength: {
      rejects: ({ request }) =>
        headerBytes(request.rawHeaders) > limits.headerBytes
          ? new AppError('HEADERS_TOO_LARGE', { limit: kilobytes(limits.headerBytes) })
          : undefined,
    },
    requestsAtOnce: { rejects: limitOf(requestsAtOnce) },
    preflight: { answers: (request) => answerPreflight(request, hosts) },
    unreadResponses: {
      rejectsCaller: (facts) => output.refusal(facts),
      sends: (facts, response, bytes) => output.add(facts, response, bytes),
    },
  }) satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof ReturnType<typeof rulesOf>

/** True for the page itself, to which other sites may link. It contains no data. */
function isPage({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/(?:dashboard(?:\/|\/embed|\/index\.html)?)?(?:\?|$)/i.test(url)
}

/** Counts the running requests of all paths. */
function limitOf(requestsAtOnce: number): NonNullable<Rule['rejects']> {
  let running = 0
  const leave = (): void => void (running -= 1)
  return ({ response }) => {
    running += 1
    // Unlike the end of the response, this also fires when the client disconnects.
    response.once('close', leave)
    return running > requestsAtOnce ? new AppError('TOO_MANY_REQUESTS', { seconds: 1 }) : undefined
  }
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count += 1
  return count
}

function headerBytes(rawHeaders: readonly string[]): number {
  let sum = 0
  for (const part of rawHeaders) sum += part.length + 2
  return sum
}
