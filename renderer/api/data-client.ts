import { changeHeader } from '@common/wire/names'
import { cancelled, unreachable } from './api-error'
import type { Http, HttpRequest } from './http'
import type { QueryValues } from './query-values'
import type { WriteGuards } from './write-guard'
import { bodyOf } from './response-body'

export interface DataCallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Joined to the path; undefined values are left out, arrays joined by commas. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Idempotency key of a POST: a retry creates no second record. */
  readonly idempotencyKey?: string
  /** Receives the id of the change in the change log. Not called if nothing was written. */
  readonly onChange?: (id: string) => void
}

/** A path segment. An already encoded one, such as the id of a row, is sent unchanged. */
export type PathPart = string | number | { readonly encoded: string }

/**
 * Returns a client of a project's REST API (`/nc/{id}/api/v1/…`, S1 §7), with the window's session.
 *
 * @param onFailure  receives the error of every failed call
 * @param valuesOf  returns the values for the parameters of a query table, by its name or title
 */
export function createDataClient(
  http: Http,
  onFailure: (projectId: string, error: unknown) => void = () => undefined,
  guard?: Pick<WriteGuards, 'ask'>,
  valuesOf: (projectId: string, table: string) => QueryValues | undefined = () => undefined,
) {
  /**
   * Calls the API: `data.call(projectId, ['Track'], { query: { limit: 100 } })`. Encodes the path segments.
   *
   * @throws ApiError
   */
  async function call<T>(projectId: string, path: readonly PathPart[], options: DataCallOptions = {}): Promise<T> {
    const { method = 'GET', body, signal, idempotencyKey, onChange } = options
    const query = { ...options.query, ...valuesOf(projectId, shownPart(path[0])) }
    const address = dataPath(projectId, path, query)
    const asking = method === 'GET' ? undefined : guard?.ask({ projectId, what: { method, table: shownPart(path[0]) } })
    if (asking) await asking
    const isLong = method === 'GET' && address.length > addressMax
    try {
      const request = {
        ...(isLong ? inBody(projectId, path, query) : { method, path: address }),
        ...(body === undefined ? {} : { body }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        signal,
      }
      return (await http.json(request, (headers) => {
        const change = headers.get(changeHeader)
        if (change !== null) onChange?.(change)
      })) as T
    } catch (error) {
      onFailure(projectId, error)
      throw error
    }
  }

  /**
   * Returns a list as a file. Streams its bytes: memory holds one chunk, and the browser stores the rest.
   *
   * @throws ApiError also when the response breaks off
   */
  async function file(projectId: string, path: readonly PathPart[], options: DataFileOptions): Promise<Blob> {
    const { parameters, signal, received } = options
    try {
      const response = await http.request({
        method: 'POST',
        standsFor: 'GET',
        path: dataPath(projectId, path),
        body: { ...parameters, ...valuesOf(projectId, shownPart(path[0])) },
        signal,
      })
      return await bodyOf(response, received).catch((error: unknown) => {
        throw signal?.aborted === true ? cancelled(error) : unreachable(error)
      })
    } catch (error) {
      onFailure(projectId, error)
      throw error
    }
  }

  return { call, file }
}

const shownPart = (part: PathPart | undefined): string => (typeof part === 'object' ? part.encoded : String(part ?? ''))

export interface DataFileOptions {
  readonly parameters: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Receives the total number of bytes so far. */
  readonly received?: (bytes: number) => void
}

/** Maximum length of a URL. Proxies may accept no more; our server accepts twice as many characters. */
const addressMax = 8_000

/** A GET whose parameters are too long for its address. */
function inBody(
  projectId: string,
  path: readonly PathPart[],
  query: DataCallOptions['query'],
): Pick<HttpRequest, 'method' | 'path' | 'body' | 'standsFor'> {
  return {
    method: 'POST',
    standsFor: 'GET',
    path: dataPath(projectId, path),
    body: Object.fromEntries(parametersOf(query)),
  }
}

/** Returns the path of a data-API call below the server's root. */
export function dataPath(projectId: string, path: readonly PathPart[], query: DataCallOptions['query'] = {}): string {
  const parts = path
    .map((part) => (typeof part === 'object' ? part.encoded : encodeURIComponent(String(part))))
    .join('/')
  const search = parametersOf(query)
  return `/nc/${encodeURIComponent(projectId)}/api/v1/${parts}${search.size === 0 ? '' : `?${search}`}`
}

function parametersOf(query: DataCallOptions['query'] = {}): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, Array.isArray(value) ? value.join(',') : String(value))
  return parameters
}
