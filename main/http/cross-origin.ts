import type { IncomingMessage } from 'node:http'
import { clientHeader } from '@common/live'
import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import { decoded } from '@common/util/decoded'
import { changeHeader, sharedBaseHeader, shareHeader, trashedHeader, visitorHeader } from '@common/wire/names'
import type { AllowedHosts } from './hosts'
import type { Headers, ShortAnswer } from './short-answer'

/*
 * CORS for the pages that the administrator named (`--allowed-origin`, or a setting). They send the token in a header. They may not
 * use cookies, so there is no `access-control-allow-credentials`.
 */

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const requestHeaders = [
  'content-type',
  'content-encoding',
  'idempotency-key',
  'if-none-match',
  'range',
  'x-http-method-override',
  'xc-auth',
  apiTokenHeader,
  masterKeyHeader,
  'xc-preview',
  'xc-gui',
  sharedBaseHeader,
  shareHeader,
  visitorHeader,
  clientHeader,
].join(', ')
const answerHeaders = [
  'allow',
  'basalt-ignored',
  'basalt-omitted',
  changeHeader,
  trashedHeader,
  'content-disposition',
  'etag',
  'retry-after',
  'x-request-id',
  'xc-db-response',
  'xc-next-cursor',
].join(', ')
/** How long a browser remembers a preflight. */
const preflightSeconds = 600

/** Paths of the refresh cookie, which only our own page may use. */
const cookiePath = /^\/+auth\/+refresh-token/i

/** True if an allowed page of another origin may send this request. */
export function mayCallAcross({ headers, url = '' }: IncomingMessage, hosts: AllowedHosts): boolean {
  return hosts.crossOrigin(headers.origin) && !cookiePath.test(decoded(url))
}

/** True if the answer needs CORS headers. */
export function isAcross(request: IncomingMessage, hosts: AllowedHosts): boolean {
  return !hosts.origin(request.headers.origin) && mayCallAcross(request, hosts)
}

/** Returns the CORS headers of an answer. */
export function answerAcross({ headers }: IncomingMessage): Headers {
  return {
    'access-control-allow-origin': headers.origin ?? '',
    'access-control-expose-headers': answerHeaders,
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** Answers a preflight for any path. The request itself reports an unknown path. */
export function answerPreflight(request: IncomingMessage, hosts: AllowedHosts): ShortAnswer | undefined {
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return undefined
  return isAcross(request, hosts) ? preflightAnswer : undefined
}

const preflightAnswer: ShortAnswer = {
  status: 204,
  headers: {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': String(preflightSeconds),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  },
}
