import { expect } from 'vitest'
import type { Answer, TestUser } from './server'
import { secretPattern, type Twin } from './twins'

/** A request to one of the twins. */
export interface Ask {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type Asking = (twin: Twin) => Ask

export const rest =
  (path: string): Asking =>
  ({ projectId }) => ({ path: `/nc/${projectId}/api/v1/${path}` })
export const operation =
  (name: string, input: object | ((twin: Twin) => object) = {}): Asking =>
  (twin) => ({
    path: `/api/v1/operations/${name}?project=${twin.projectId}`,
    method: 'POST',
    body: typeof input === 'function' ? input(twin) : input,
  })
export const graphql =
  (query: string): Asking =>
  ({ projectId }) => ({ path: `/nc/${projectId}/v1/graphql`, method: 'POST', body: { query } })
export const legacy =
  (api: string, args: unknown): Asking =>
  ({ projectId }) => ({
    path: `/dashboard/?q=sqlOp_${api}`,
    method: 'POST',
    body: { api, project_id: projectId, env: '_noco', dbAlias: 'db', args },
  })
export const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value))

/** Headers that differ by time and connection, or are sealed with a random key. */
const varying = new Set([
  // Ids count the changes of all projects.
  'basalt-change',
  'nc-export-elapsed-time',
  'date',
  'basalt-request-id',
  'x-request-id',
  'keep-alive',
  'connection',
  'xc-next-cursor',
  'xc-db-response',
])
/** Ports of the servers, and ids: random ones differ, equal ones stay equal. */
function comparable({ status, headers, text }: Answer): object {
  const ids = new Map<string, string>()
  const plain = text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,}/g, (id) => {
      const known = ids.get(id) ?? `id ${ids.size}`
      ids.set(id, known)
      return known
    })
  const isSame = plain === text
  const kept = Object.entries(headers).filter(
    ([name]) => !varying.has(name) && (isSame || !['etag', 'content-length'].includes(name)),
  )
  return { status, headers: Object.fromEntries(kept), text: plain }
}

export const send = ({ server }: Twin, { path, ...init }: Ask, as: TestUser | Readonly<Record<string, string>>) =>
  server.request(path, {
    ...init,
    headers: { ...init.headers, ...('token' in as ? { 'xc-auth': String(as['token']) } : as) },
  })

const meaningless = ['INPUT_INVALID', 'OPERATION_NOT_FOUND', 'ROUTE_NOT_FOUND', 'QUERY_PARAMETER_INVALID']

/**
 * Asks both servers and returns the answer that all requests got: the same bytes, without a secret.
 *
 * @param warm  the owner asks first, so that every cache holds an answer with secrets
 * @param times  how often the caller asks each server
 */
export async function expectSame(
  twins: readonly Twin[],
  asking: Asking,
  {
    caller = 'editor',
    warm = false,
    times = 1,
  }: { caller?: 'editor' | 'creator' | 'visitor'; warm?: boolean; times?: number },
): Promise<Answer> {
  const answers: Answer[] = []
  for (const twin of twins) {
    const ask = asking(twin)
    for (let time = 0; warm && time < 2; time++) await send(twin, ask, twin.owner)
    for (let time = 0; time < times; time++) answers.push(await send(twin, ask, twin[caller]))
  }
  const [first, ...others] = answers
  if (first === undefined) throw new Error('Nothing answered')
  for (const other of others) expect(comparable(other)).toEqual(comparable(first))
  expect(first.text).not.toMatch(secretPattern)
  // A request that isn't understood proves nothing.
  if (first.status >= 400) expect(meaningless).not.toContain(first.error.code)
  return first
}
