import type { CallContext } from '@main/operations/context'
import type { ClientOutput } from '../run/large-reads'

/**
 * What the HTTP server hands over for `/nc/{projectId}/api/v1/…`, and what it gets back.
 *
 * The server has checked Host, Origin, limits and who calls; everything else is decided here.
 * Failures are thrown as AppError and become `{ msg, code, details }` at the edge.
 */
export interface RestRequest {
  /** GET, HEAD, POST, PUT or DELETE; anything else is answered METHOD_NOT_ALLOWED. */
  readonly method: string
  readonly projectId: string
  /**
   * The path after `/api/v1/`, split at `/` and **still percent-encoded**: `Track/12` → `['Track', '12']`.
   * Not decoded, so that a key that looks like a route word (`%63ount`) or holds the separator of
   * composite keys can be told apart. Empty parts at the end (trailing slash) may be left in.
   */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  /** The parsed JSON body, or undefined when there was none. Read it with `parseJson` of `@common/util/parse-json`. */
  readonly body: unknown
  /** Unparsed body of a bulk create; `body` is undefined then. */
  readonly unparsed?: UnparsedJson | undefined
  /** The header If-None-Match: an answer that the caller has already is not sent again. */
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
  /** JSON, sent as it is. Empty for an empty answer. */
  readonly body: Uint8Array | string
  readonly headers: Readonly<Record<string, string>>
  /** Whether it is still what would be answered: to the same caller, while his rights stay the same. Of kept answers only. */
  readonly holds?: (() => boolean) | undefined
  /** Sent instead of the body, piece by piece, as fast as the caller takes it. */
  readonly stream?: AsyncIterable<Uint8Array>
}

export type RestHandler = (request: RestRequest) => Promise<RestResponse>
