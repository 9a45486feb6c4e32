import type { Sentence } from '@renderer/i18n'
import type { ApiRequest, ApiResponse } from '@common/api-client/request'
import { client, isApiError, sentenceOf } from '@renderer/api'

/** Why a request got no response. */
export interface SendFailure {
  readonly text: Sentence
  /** True if the user stopped it. */
  readonly isCancelled: boolean
}

/** The outcome of a request: one of the two. */
export interface Sent {
  readonly response?: ApiResponse
  readonly failure?: SendFailure
}

/** Sends a request through the server, which sends it on with the rights of the user. */
export async function send(projectId: string, request: ApiRequest, signal: AbortSignal): Promise<Sent> {
  try {
    const args = { request: withOwnPath(request) }
    return { response: await client.call('apiRequestSend', args, { projectId, signal, silent: true }) }
  } catch (error) {
    const isCancelled = isApiError(error, 'CANCELLED') || isApiError(error, 'REQUEST_CANCELLED')
    return { failure: { text: sentenceOf(error), isCancelled } }
  }
}

/** Address of this server, with a slash at its end. */
export const pageRoot = (): string => new URL('..', document.baseURI.split('#')[0]).href

/** Shortens addresses of this server to paths, also behind a proxy whose address the server doesn't know. */
export function withOwnPath(request: ApiRequest): ApiRequest {
  const root = pageRoot()
  return request.url.startsWith(root) ? { ...request, url: `/${request.url.slice(root.length)}` } : request
}
