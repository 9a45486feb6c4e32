import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { refreshTokenLifeMs } from '@common/constants'
import { clientHeader } from '@common/live'
import { AppError } from '@common/errors'
import { apiTokenHeader, masterKeyHeader, previewHeader } from '@common/principal'
import { changeHeader, sharedBaseHeader, shareHeader, visitorHeader } from '@common/wire/names'
import { depthHeader, depthMarkHeader, trailHeader } from '@main/lib/automation-trail'
import { languageOfHeader } from '@main/lib/languages'
import type { CallContext, RefreshCookie } from '@main/operations/context'
import type { CallFacts } from '@main/operations/invoke'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fromOurPage, type AllowedHosts } from './hosts'

/** A window names itself by a UUID. */
const clientNameMax = 64

/** Extracts the caller's credentials. Reads tokens from the header only, never from cookies or the query. */
export function callFacts(request: FastifyRequest, reply: FastifyReply, projectId: string | undefined): CallFacts {
  return factsOf(request.raw, reply.raw, projectId, request.id)
}

/** The same of a request that has not gone through the router. */
export function factsOf(
  { headers, socket }: IncomingMessage,
  response: ServerResponse,
  projectId: string | undefined,
  requestId: string,
): CallFacts {
  const token = headers['xc-auth']
  const client = headers[clientHeader]
  const apiToken = headers[apiTokenHeader]
  const masterKey = headers[masterKeyHeader]
  const preview = headers[previewHeader]
  const share = shareOf(headers)
  const [depth, mark, trail] = [headers[depthHeader], headers[depthMarkHeader], headers[trailHeader]]
  return {
    token: typeof token === 'string' ? token : undefined,
    ...(typeof apiToken === 'string' ? { apiToken } : {}),
    ...(typeof masterKey === 'string' ? { masterKey } : {}),
    projectId,
    ...(preview === undefined ? {} : { preview: String(preview) }),
    ...(share === undefined ? {} : { share }),
    ip: socket.remoteAddress ?? '',
    agent: headers['user-agent'],
    language: languageOfHeader(headers['accept-language']),
    ...(passedOn(headers) ? { viaProxy: true } : {}),
    fromDashboard: headers['xc-gui'] === 'true',
    requestId,
    ...(typeof client === 'string' && client.length <= clientNameMax ? { client } : {}),
    ...(typeof depth === 'string' &&
      typeof mark === 'string' && { trail: { depth, mark, trail: String(trail ?? '') } }),
    signal: signalOf(response),
  }
}

/**
 * Returns the link for visitors that a request names. One that names two is a visitor of the view, which sees less. A
 * header that is sent twice names no link, so it has no rights.
 */
function shareOf(headers: IncomingHttpHeaders): CallFacts['share'] {
  const [view, base] = [headers[shareHeader], headers[sharedBaseHeader]]
  const link = view ?? base
  if (link === undefined) return undefined
  const visitor = headers[visitorHeader]
  return {
    kind: view === undefined ? 'base' : 'view',
    link: String(link),
    ...(visitor === undefined ? {} : { visitor: String(visitor) }),
  }
}

/** Returns the response header that names the change of a call; none if the call wrote nothing. */
export function changeHeaders({ change }: Pick<CallContext, 'change'>): Record<string, string> {
  const id = change?.named
  return id === undefined ? {} : { [changeHeader]: id }
}

const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fly-client-ip',
  'x-original-host',
]

/** True if a header says that a proxy passed the request on. It only ever takes a right away. */
export function passedOn(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (name.startsWith('x-forwarded') || proxyHeaders.includes(name)) return true
  return false
}

/** Aborts when the caller leaves before the answer is complete. Created on first use. */
function signalOf(response: ServerResponse): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (controller !== undefined) return controller.signal
    const made = new AbortController()
    controller = made
    const leave = (): void => made.abort(new AppError('REQUEST_CANCELLED'))
    if (response.destroyed && !response.writableFinished) leave()
    else response.once('close', () => response.writableFinished || leave())
    return made.signal
  }
}

const cookieName = 'refresh_token'
const tokenPattern = /^[0-9a-f]{80}$/

function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

const stateCookieName = 'basalt_sign_in'
const stateSeconds = 600

/**
 * Returns the cookie that ties a sign-in at a provider to this browser. `Lax`, because the provider sends the browser
 * back from another site.
 */
export function stateCookie(state: string | null, secure: boolean): string {
  const life = state === null ? 0 : stateSeconds
  return `${stateCookieName}=${state ?? ''}; Path=/auth; Max-Age=${life}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The refresh token's cookie (wire §2.2): out of reach of scripts and of other sites. */
export function refreshCookie(request: FastifyRequest, reply: FastifyReply, hosts: AllowedHosts): RefreshCookie {
  const isOurs = fromOurPage(request.headers, hosts)
  return {
    read: () => {
      const value = cookieIn(request, cookieName)
      return value !== undefined && tokenPattern.test(value) ? value : undefined
    },
    write: (token) => {
      // Pages of other origins store their own token and get no cookie.
      if (!isOurs) return
      const life = token === null ? 0 : refreshTokenLifeMs / 1_000
      const secure = request.headers.origin?.startsWith('https:') === true ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${cookieName}=${token ?? ''}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${secure}`,
      )
    },
    readState: () => cookieIn(request, stateCookieName),
    writeState: (state) => {
      reply.header('set-cookie', stateCookie(state, request.headers.origin?.startsWith('https:') === true))
    },
    sameOrigin: isOurs,
    origin: request.headers.origin,
  }
}
