import type { ApiRequest } from '@common/api-client/request'
import { curlRequest } from './curl'
import { openApiRequests } from './openapi'
import { postmanRequests } from './postman'
import type { ImportedVariable } from './variables'

/** A request to store, with the folders and the name that it gets. */
export interface ImportedRequest {
  readonly path: string
  readonly request: ApiRequest
}

export interface ImportedRequests {
  readonly kind: 'curl' | 'openApi' | 'postman'
  readonly requests: readonly ImportedRequest[]
  /** Variables that the requests name, and secrets moved out of them. */
  readonly variables: readonly ImportedVariable[]
}

/** Reads a curl command, a Postman collection, or an OpenAPI document in JSON; undefined for other texts. */
export function parseImport(text: string): ImportedRequests | undefined {
  if (/^\s*(?:\$\s*)?curl\s/.test(text)) {
    const request = curlRequest(text)
    return request && { kind: 'curl', requests: [request], variables: [] }
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return undefined
  }
  const postman = postmanRequests(document)
  if (postman !== undefined) return { kind: 'postman', ...postman }
  const openApi = openApiRequests(document)
  return openApi && { kind: 'openApi', requests: openApi, variables: [] }
}
