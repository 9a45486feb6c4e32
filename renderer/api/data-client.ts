import type { Http } from './http'

export interface DataCallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Joined to the path; undefined values are left out, arrays joined by commas. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** A part of a path; one that is encoded already, such as the id of a row, goes as it is. */
export type PathPart = string | number | { readonly encoded: string }

export type DataClient = ReturnType<typeof createDataClient>

/**
 * Client of a project's REST API (`/nc/{id}/api/v1/…`, S1 §7), with the session of the window.
 *
 * @param onFailure  told of every call that fails
 */
export function createDataClient(http: Http, onFailure: (projectId: string, error: unknown) => void = () => undefined) {
  /**
   * `data.call(projectId, ['Track'], { query: { limit: 100 } })`; parts of the path are encoded here.
   *
   * @throws ApiError
   */
  async function call<T>(projectId: string, path: readonly PathPart[], options: DataCallOptions = {}): Promise<T> {
    try {
      return (await http.json({
        method: options.method ?? 'GET',
        path: dataPath(projectId, path, options.query),
        ...(options.body === undefined ? {} : { body: options.body }),
        signal: options.signal,
      })) as T
    } catch (error) {
      onFailure(projectId, error)
      throw error
    }
  }

  return { call }
}

/** The path of a data-API call below the server's root. */
export function dataPath(projectId: string, path: readonly PathPart[], query: DataCallOptions['query'] = {}): string {
  const parts = path
    .map((part) => (typeof part === 'object' ? part.encoded : encodeURIComponent(String(part))))
    .join('/')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  return `/nc/${encodeURIComponent(projectId)}/api/v1/${parts}${search.size === 0 ? '' : `?${search}`}`
}
