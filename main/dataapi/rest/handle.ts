import { AppError } from '@common/errors'
import { ignoredHeaders } from '@common/wire/ignored'
import type { SightedTable } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import { tableIndex, type TableIndex } from '../plan/columns'
import { fromAddress } from '../plan/query-values'
import { openTable, tablesOf } from '../plan/sights'
import { holdsOf } from '../run/response-cache'
import { omittedHeaders } from '../shape/omitted-header'
import { createRouteAnswers } from './answer-route'
import type { RestHandler, RestRequest, RestResponse } from './contract'
import { etagOf, hasAnswer } from './etag'
import type { Answered } from './lists'
import { decodeTable, withoutTrailing } from './path'
import { answerRoutine, routineOf } from './routines'
import { findRoute, routePermissions, type Route } from './routes'
import type { ReadCall } from '../run/read-call'
import type { RestParts } from './types'

/** Handles the REST data API: `/nc/{projectId}/api/v1/{table}/…` (wire §9). */
export function createRestHandler(parts: RestParts): RestHandler {
  const { ports, clock } = parts
  const answer = createRouteAnswers(parts)
  return async (sent) => {
    const [tableSegment = '', ...rest] = withoutTrailing(sent.segments)
    if (tableSegment === '') throw new AppError('ROUTE_NOT_FOUND')
    const routine = routineOf(tableSegment, rest)
    if (routine !== undefined) return answerRoutine(ports, parsed(sent), routine)
    const route = findRoute(sent.method, rest)
    const request = route.kind === 'createMany' ? sent : parsed(sent)
    // Before any look-up, so that later facts are at least as new.
    const metadata = ports.metadataNow?.()
    // Before looking up the table, so that callers without the right learn nothing about tables.
    ports.authorize(request.context, routePermissions[route.kind])
    if (request.query.has('format')) ports.authorize(request.context, 'row.export')
    const name = decodeTable(tableSegment)
    const { principal, sinceMs } = request.context
    const opening = openTable(ports, principal, request.projectId, name, fromAddress(request.query), sinceMs)
    // Nothing waits where everything is cached.
    const { table, database, version } = opening instanceof Promise ? await opening : opening
    requireSight(table, route, name)
    const index = tableIndex(table)
    const startedMs = clock.monotonicMs()
    const { projectId } = request
    const ignored = new Set<string>()
    const tableNamed = tablesOf(ports, principal, projectId)
    const omitted = new Map<string, string>()
    const write = (context: CallContext, committed?: () => void): Promise<Uint8Array | string | Answered> =>
      answer(route, request, index, {
        read: readCall({ ...request, context }, database, index, tableNamed, version, omitted),
        write: { projectId, database, index, context, why: 'rest', ignored },
        committed,
      })
    const answered = await onceIfNamed(request, route, index, write)
    const { body, headers, stream }: Answered =
      typeof answered === 'string' || answered instanceof Uint8Array ? { body: answered } : answered
    const isHead = request.method === 'HEAD'
    const isRead = isHead || request.method === 'GET'
    // HEAD reads nothing of a file.
    if (isHead && stream !== undefined) for await (const _ of stream) break
    return json(
      body,
      isRead ? request.ifNoneMatch : undefined,
      {
        ...(isRead && stream === undefined && { etag: etagOf(body) }),
        ...(isList(route) && { 'xc-db-response': (clock.monotonicMs() - startedMs).toFixed(1) }),
        ...ignoredHeaders(ignored),
        ...omittedHeaders(omitted),
        ...headers,
      },
      // Omits the length, which would be that of an empty file.
      isHead && stream !== undefined ? nothing() : stream,
      isRead && metadata !== undefined ? holding(holdsOf(body), () => ports.metadataNow?.() === metadata) : undefined,
    )
  }

  /** Creates rows once per idempotency key; a retry gets the response of the first attempt. */
  async function onceIfNamed(
    { idempotencyKey: id, projectId, context, query, body, unparsed }: RestRequest,
    { kind }: Route,
    { table }: TableIndex,
    write: (context: CallContext, committed?: () => void) => Promise<Uint8Array | string | Answered>,
  ): Promise<Uint8Array | string | Answered> {
    if (id === undefined || ports.once === undefined || (kind !== 'create' && kind !== 'createMany'))
      return write(context)
    if (!idempotencyKeys.test(id)) throw new AppError('IDEMPOTENCY_KEY_INVALID')
    // Ignores disconnects: a client that left can retry and get the outcome.
    const staying: CallContext = { ...context, signal: new AbortController().signal }
    const content = unparsed?.bytes ?? JSON.stringify(body) ?? ''
    const request = [kind, table.name, query.toString(), content]
    const name = { projectId, userId: context.actor.userId, id, request }
    const answered: Repeatable | string = await ports.once(name, async (committed): Promise<Repeatable> => {
      const body = textOf(await write(staying, committed))
      return { body, change: context.change?.named }
    })
    // Responses that older versions stored are the body alone.
    if (typeof answered === 'string') return answered
    if (answered.change !== undefined) context.change?.repeats(answered.change)
    return answered.body
  }

  function readCall(
    { projectId, context, output }: RestRequest,
    database: Database,
    index: TableIndex,
    tableNamed: ReadCall['tableNamed'],
    version: string | undefined,
    omitted: Map<string, string>,
  ): ReadCall {
    return {
      projectId,
      database,
      index,
      tableNamed,
      version,
      cursorKey: ports.cursorKey,
      output,
      omitted: (key, { code }) => void omitted.set(key, code),
      // Created on demand, for long operations.
      get signal() {
        return context.signal
      },
    }
  }
}

/** Routes over links read the table that they begin at, also when they write. */
const isOverLink = (route: Route): boolean => 'link' in route || 'association' in route

const rights = { 'row.read': 'read', 'row.create': 'create', 'row.update': 'change', 'row.delete': 'delete' } as const

/**
 * Checks the rights of the principal on this one table.
 *
 * @throws AppError TABLE_NOT_FOUND for a table that is reachable through links only; NOT_ALLOWED
 */
function requireSight({ sight }: SightedTable, route: Route, name: string): void {
  const permission = routePermissions[route.kind]
  const right = permission in rights ? rights[permission as keyof typeof rights] : undefined
  if (!sight.read && !sight.create) throw new AppError('TABLE_NOT_FOUND', { table: name })
  if (right === undefined || !sight[right] || (isOverLink(route) && !sight.read)) throw new AppError('NOT_ALLOWED')
  // A visitor answers a form, which is no route.
  if (sight.visitor && right !== 'read') throw new AppError('NOT_ALLOWED')
}

/** Valid idempotency keys: printable ASCII. */
const idempotencyKeys = /^[!-~]{8,200}$/

/** The response to a write with an idempotency key. */
interface Repeatable {
  readonly body: string
  /** Id of the change. */
  readonly change?: string | undefined
}

function textOf(answered: Uint8Array | string | Answered): string {
  if (typeof answered === 'string') return answered
  if (answered instanceof Uint8Array) return new TextDecoder().decode(answered)
  return textOf(answered.body)
}

/** Returns the request with a parsed body. */
function parsed({ unparsed, ...request }: RestRequest): RestRequest {
  return unparsed === undefined ? request : { ...request, body: unparsed.parse() }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const isList = ({ kind }: Route): boolean => kind === 'list' || kind === 'linkedList'

function json(
  body: Uint8Array | string,
  ifNoneMatch: string | undefined,
  headers: Readonly<Record<string, string>>,
  stream: AsyncIterable<Uint8Array> | undefined,
  holds: RestResponse['holds'],
): RestResponse {
  const { etag } = headers
  if (etag !== undefined && hasAnswer(ifNoneMatch, etag)) return { status: 304, body: '', headers }
  const all = { 'content-type': 'application/json; charset=utf-8', ...headers }
  return { status: 200, body, headers: all, holds, ...(stream && { stream }) }
}

function holding(rows: RestResponse['holds'], metadata: () => boolean): RestResponse['holds'] {
  return rows && (() => metadata() && rows())
}
