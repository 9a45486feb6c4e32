import { clientHeader } from '@common/live'
import { ApiError, cancelled, errorFromResponse, unreachable } from './api-error'
import { clientId } from './client-id'
import type { Session } from './session'
import { t } from '@renderer/i18n'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the server's root, with its query: `/nc/p/api/v1/Track?limit=100`. */
  readonly path: string
  /** JSON body. */
  readonly body?: unknown
  /** A POST that asks: its body holds the parameters, which would be too long for an address. */
  readonly standsFor?: 'GET'
  readonly signal?: AbortSignal | undefined
  /** Idempotency key of a POST: a retry creates no second record. */
  readonly idempotencyKey?: string
  /** Goes on when the page is left: of small requests alone. */
  readonly outlives?: boolean | undefined
  /** S1 §6: user/me and admin/roles are asked without the previewed role. */
  readonly withoutPreview?: boolean
  /** The refresh call itself: a 401 of it ends the session. */
  readonly isRefresh?: boolean
  /** Signing in and out: a 401 of theirs is told to the caller as it is. */
  readonly withoutRefresh?: boolean
}

/** The server's root: the parent of the page under `/dashboard/` (S1 §7: the relative parent path). */
export function serverRoot(page: string = document.baseURI): string {
  return new URL('..', page.split('#')[0]).href.replace(/\/$/, '')
}

export interface HttpOptions {
  readonly session: Session
  readonly root?: () => string
  readonly fetch?: typeof fetch
  /** Told after each answer (true) and each call that found no server (false). */
  readonly onReachable?: (reachable: boolean) => void
}

export type Http = ReturnType<typeof createHttp>

/** Sends requests with our headers and renews the session once when it has ended (S1 §6, §8). */
export function createHttp({
  session,
  root = serverRoot,
  fetch: send = (...a) => fetch(...a),
  onReachable,
}: HttpOptions) {
  let refreshing: Promise<string> | undefined

  /** What is said of the window and who sits before it. */
  function callHeaders(token: string | null, withoutPreview = false): Record<string, string> {
    const headers: Record<string, string> = { 'xc-gui': 'true', [clientHeader]: clientId }
    if (token !== null) headers['xc-auth'] = token
    const previewAs = session.previewAs()
    if (previewAs !== null && !withoutPreview) headers['xc-preview'] = previewAs
    const sharedBaseId = session.sharedBaseId()
    if (sharedBaseId !== null) headers['xc-shared-base-id'] = sharedBaseId
    return headers
  }

  async function fetchOnce(request: HttpRequest, token: string | null): Promise<Response> {
    const headers = callHeaders(token, request.withoutPreview)
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
    if (request.standsFor !== undefined) headers['x-http-method-override'] = request.standsFor
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
    }
  }

  /** One refresh for all calls that wait for it; across windows of the browser one after the other. */
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
   * A new token after `usedToken` was refused; undefined when the refresh was refused too, and the session is over.
   *
   * @throws ApiError when there was no verdict
   */
  async function renew(usedToken: string | null): Promise<string | undefined> {
    try {
      return await refresh(usedToken)
    } catch (error) {
      if (error instanceof ApiError && isNoVerdict(error.status)) throw error
      session.ended()
      return undefined
    }
  }

  /** @throws ApiError for every answer that is not 2xx, and when there is none. */
  async function request(call: HttpRequest): Promise<Response> {
    const token = session.token()
    let response = await fetchOnce(call, token)
    if (response.status === 401 && call.withoutRefresh !== true) {
      if (call.isRefresh === true) {
        session.signedOut()
        throw await errorFromResponse(response)
      }
      const failure = await errorFromResponse(response)
      const renewed = await renew(token)
      if (renewed === undefined) throw failure
      response = await fetchOnce(call, renewed)
    }
    if (response.ok) return response
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
      throw new ApiError('ANSWER_UNREADABLE', t('api.unreadable'), response.status, {}, undefined, { cause: error })
    }
  }

  return { request, json, renew, callHeaders, token: () => session.token() }
}

/** Browsers take 64 KiB of what outlives its page, of all such requests together. */
const isSmall = (body: unknown): boolean => body === undefined || JSON.stringify(body).length < 30_000

/** No server, or one that is busy, says nothing about the session: it is kept, and the caller sees why. */
function isNoVerdict(status: number): boolean {
  return status === 0 || status === 429 || status === 503 || status === 504
}
