import { clientHeader } from '@common/live'
import { sharedBaseHeader, shareHeader, visitorHeader } from '@common/wire/names'
import { ApiError, cancelled, errorFromResponse, unreachable, unreadable } from './api-error'
import { clientId } from './client-id'
import { beginWrite } from './running-writes'
import type { Session, SharedLink } from './session'
import { localeTag } from '@renderer/i18n'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the server's root, with its query: `/nc/p/api/v1/Track?limit=100`. */
  readonly path: string
  /** JSON body. */
  readonly body?: unknown
  /** A POST that reads: its body holds parameters that are too long for a URL. */
  readonly standsFor?: 'GET'
  readonly signal?: AbortSignal | undefined
  /** Idempotency key of a POST: a retry creates no second record. */
  readonly idempotencyKey?: string
  /** A POST that only reads: a restart need not wait for it. */
  readonly isRead?: boolean
  /** Further headers of a client for APIs. They replace our own of the same name. */
  readonly headers?: Readonly<Record<string, string>>
  /** Returns responses outside 2xx too, for a client for APIs that shows them. */
  readonly anyStatus?: boolean
  /** Continues when the page is left: for small requests only. */
  readonly outlives?: boolean | undefined
  /** S1 §6: requests for user/me and admin/roles omit the previewed role. */
  readonly withoutPreview?: boolean
  /** The refresh call itself: a 401 of it ends the session. */
  readonly isRefresh?: boolean
  /** Sign-in and sign-out: the caller gets their 401 unchanged. */
  readonly withoutRefresh?: boolean
}

/** Returns the server's root: the parent of the page under `/dashboard/` (S1 §7: the relative parent path). */
export function serverRoot(page: string = document.baseURI): string {
  return new URL('..', page.split('#')[0]).href.replace(/\/$/, '')
}

export interface HttpOptions {
  readonly session: Session
  readonly root?: () => string
  readonly fetch?: typeof fetch
  /** Called after each response (true) and each call that didn't reach the server (false). */
  readonly onReachable?: (reachable: boolean) => void
}

const isWrite = ({ method, standsFor, isRead = false }: HttpRequest): boolean =>
  method !== 'GET' && standsFor === undefined && !isRead

export type Http = ReturnType<typeof createHttp>

/** Sends requests with our headers and renews the session once when it has ended (S1 §6, §8). */
export function createHttp({
  session,
  root = serverRoot,
  fetch: send = (...a) => fetch(...a),
  onReachable,
}: HttpOptions) {
  let refreshing: Promise<string> | undefined

  /** Returns the headers that identify the window and its user. */
  function callHeaders(token: string | null, withoutPreview = false): Record<string, string> {
    const headers: Record<string, string> = {
      'xc-gui': 'true',
      [clientHeader]: clientId,
      // The browser would send its own languages. The server answers in that of the page.
      'accept-language': localeTag(),
    }
    const share = session.share()
    if (share !== null) return { ...headers, ...shareHeaders(share) }
    if (token !== null && token !== '') headers[session.tokenHeader()] = token
    const previewAs = session.previewAs()
    if (previewAs !== null && !withoutPreview) headers['xc-preview'] = previewAs
    return headers
  }

  async function fetchOnce(request: HttpRequest, token: string | null): Promise<Response> {
    const headers = callHeaders(token, request.withoutPreview)
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
    if (request.standsFor !== undefined) headers['x-http-method-override'] = request.standsFor
    Object.assign(headers, request.headers)
    const end = isWrite(request) ? beginWrite() : undefined
    try {
      const response = await send(root() + request.path, {
        method: request.method,
        headers,
        credentials: 'same-origin',
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
        ...(request.outlives === true && isSmall(request.body) ? { keepalive: true } : {}),
      })
      onReachable?.(true)
      return response
    } catch (error) {
      if (request.signal?.aborted === true) throw cancelled(error)
      onReachable?.(false)
      throw unreachable(error)
    } finally {
      end?.()
    }
  }

  /** Refreshes the token once for all waiting calls, and one browser window at a time. */
  function refresh(usedToken: string | null): Promise<string> {
    refreshing ??= session
      .exclusively(async () => {
        const current = session.token()
        if (current !== null && current !== usedToken) return current
        const response = await fetchOnce({ method: 'POST', path: '/auth/refresh-token', body: {} }, usedToken)
        if (!response.ok) throw await errorFromResponse(response)
        const { token } = (await response.json()) as { readonly token: string }
        session.renewed(token)
        return token
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  /**
   * Returns a new token after the server rejected `usedToken`; undefined if it also rejected the refresh, which ends
   * the session.
   *
   * @throws ApiError if the outcome is unknown
   */
  async function renew(usedToken: string | null): Promise<string | undefined> {
    if (!session.isRenewable()) {
      session.ended()
      return undefined
    }
    try {
      return await refresh(usedToken)
    } catch (error) {
      if (error instanceof ApiError && isNoVerdict(error.status)) throw error
      session.ended()
      return undefined
    }
  }

  /** Waits until the user has signed out. @throws ApiError CANCELLED if the session of the request ended */
  async function cancelIfEnded(ending: Promise<void>, usedToken: string | null): Promise<void> {
    await ending
    if (session.token() !== usedToken) throw cancelled(new Error('The session has ended'))
  }

  /** @throws ApiError for every response outside 2xx, and without a response */
  async function request(call: HttpRequest): Promise<Response> {
    const token = session.token()
    const ending = call.withoutRefresh === true ? undefined : session.ending()
    // Nothing is awaited otherwise: a request of a page that closes must be on its way before the page is gone.
    if (ending !== undefined) await cancelIfEnded(ending, token)
    let response = await fetchOnce(call, token)
    const endedBy = response.status === 401 && call.withoutRefresh !== true ? session.ending() : undefined
    if (endedBy !== undefined) await cancelIfEnded(endedBy, token)
    if (response.status === 401 && call.withoutRefresh !== true && session.share() === null) {
      if (call.isRefresh === true) {
        session.signedOut()
        throw await errorFromResponse(response)
      }
      const failure = await errorFromResponse(response)
      const renewed = await renew(token)
      if (renewed === undefined) throw failure
      response = await fetchOnce(call, renewed)
    }
    if (response.ok || call.anyStatus === true) return response
    const error = await errorFromResponse(response)
    session.refused(error)
    throw error
  }

  /** Returns the JSON of a response; undefined for an empty body (wire §1). */
  async function json(call: HttpRequest, onHeaders?: (headers: Headers) => void): Promise<unknown> {
    const response = await request(call)
    onHeaders?.(response.headers)
    const text = await response.text().catch((error: unknown) => {
      throw call.signal?.aborted === true ? cancelled(error) : unreachable(error)
    })
    if (text === '') return undefined
    try {
      return JSON.parse(text) as unknown
    } catch (error) {
      throw unreadable(response.status, error)
    }
  }

  return { request, json, renew, callHeaders, token: () => session.token(), share: () => session.share()?.link }
}

/** Returns the headers of a visitor. */
function shareHeaders({ kind, link, visitor }: SharedLink): Record<string, string> {
  return {
    [kind === 'base' ? sharedBaseHeader : shareHeader]: link,
    ...(visitor === undefined ? {} : { [visitorHeader]: visitor }),
  }
}

/** Browsers limit requests that outlive their page to 64 KiB in total. */
const isSmall = (body: unknown): boolean => body === undefined || JSON.stringify(body).length < 30_000

/** No server, or a busy one, says nothing about the session: it stays, and the caller gets the error. */
function isNoVerdict(status: number): boolean {
  return status === 0 || status === 429 || status === 503 || status === 504
}
