import type { CallContext } from '@main/operations/context'
import type { ClientOutput } from '../run/large-reads'

/**
 * A request of the HTTP server for `/nc/{projectId}/api/v1/…`, and its response. The server has checked Host, Origin,
 * limits and the caller. Failures are AppErrors, which the edge turns into `{ msg, code, details }`.
 */
export interface RestRequest {
  /** GET, HEAD, POST, PUT or DELETE; others get METHOD_NOT_ALLOWED. */
  readonly method: string
  readonly projectId: string
  /**
   * The path after `/api/v1/`, split at `/` and **percent-encoded**: `Track/12` → `['Track', '12']`. Encoding
   * distinguishes a key that looks like a route word (`%63ount`) or contains the separator of composite keys. Trailing
   * empty parts are allowed.
   */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  /** The parsed JSON body, or undefined without one. Parse it with `parseJson` of `@common/util/parse-json`. */
  readonly body: unknown
  /** Unparsed body of a bulk create; `body` is undefined then. */
  readonly unparsed?: UnparsedJson | undefined
  /** The header If-None-Match: a matching response has no body. */
  readonly ifNoneMatch?: string | undefined
  /** The header Idempotency-Key: a retried POST creates nothing and gets the response of the first one. */
  readonly idempotencyKey?: string | undefined
  readonly context: CallContext
  readonly output?: ClientOutput | undefined
}

/** A JSON body that isn't parsed yet. */
export interface UnparsedJson {
  readonly bytes: Uint8Array
  /** @throws AppError JSON_INVALID, INPUT_INVALID for JSON that is nested too deep */
  readonly parse: () => unknown
}

export interface RestResponse {
  readonly status: number
  /** JSON to send unchanged. Empty for an empty response. */
  readonly body: Uint8Array | string
  readonly headers: Readonly<Record<string, string>>
  /** Freshness check of a cached response, for the same caller with the same rights. */
  readonly holds?: (() => boolean) | undefined
  /** Chunks to send instead of the body, at the pace of the client. */
  readonly stream?: AsyncIterable<Uint8Array>
}

export type RestHandler = (request: RestRequest) => Promise<RestResponse>
