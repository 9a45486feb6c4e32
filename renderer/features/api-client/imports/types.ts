import type { ApiRequest } from '@common/api-client/request'

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

/** A variable that imported requests need. */
export interface ImportedVariable {
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
}
