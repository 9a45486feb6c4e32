import { AppError } from '@common/errors'
import { parseNested } from '@common/query/nested'
import { keySeparator } from '@common/query/row-id'
import { ignoredHeaders } from '@common/wire/ignored'
import type { StoredValue } from '@common/columns/column-type'
import type { Permission } from '@common/permissions'
import type { SightedTable } from '@common/principal/sight'
import type { Clock } from '@main/lib/clock'
import type { Database } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import { tableIndex, type TableIndex } from '../plan/columns'
import { openTable, tablesOf } from '../plan/sights'
import type { Groups } from '../group'
import { holdsOf } from '../run/response-cache'
import type { LinkedRows } from '../nested/linked-rows'
import type { LinkedWrites } from '../linked-writes'
import type { DataApiPorts } from '../ports'
import { planNested, showsLinks } from '../nested/plan'
import { omittedHeaders } from '../shape/omitted-header'
import type { ReadCall, Reads } from '../run/reads'
import { keyFromSegment, keyParts } from '../parse/row-key'
import { parseExpected } from '../rows/expected'
import type { RowService, WriteCall } from '../rows/row-service'
import { valueJson } from '../shape/row-json'
import type { Upsert } from '../rows/upsert'
import type { RestHandler, RestRequest, RestResponse } from './contract'
import { etagOf, hasAnswer } from './etag'
import { createLinkedRoutes, withoutLinks } from './linked'
import { answerList, type Answered } from './lists'
import { decodePart, decodeTable, withoutTrailing } from './path'
import { answerRoutine, routineOf } from './routines'
import { findRoute, type Route } from './routes'

/** Permission of each route. */
export const routePermissions: Readonly<Record<Route['kind'], Permission>> = {
  list: 'row.read',
  findOne: 'row.read',
  count: 'row.read',
  groupBy: 'row.read',
  aggregate: 'row.read',
  distribute: 'row.read',
  distinct: 'row.read',
  read: 'row.read',
  exists: 'row.read',
  create: 'row.create',
  createMany: 'row.create',
  update: 'row.update',
  updateMany: 'row.update',
  delete: 'row.delete',
  deleteMany: 'row.delete',
  hasList: 'row.read',
  belongsList: 'row.read',
  notLinked: 'row.read',
  linkedList: 'row.read',
  linkedFindOne: 'row.read',
  linkedCount: 'row.read',
  linkedRead: 'row.read',
  linkedExists: 'row.read',
  linkedCreate: 'row.create',
  linkedUpdate: 'row.update',
  linkedDelete: 'row.delete',
  link: 'row.update',
  unlink: 'row.update',
}

export interface RestParts {
  readonly ports: DataApiPorts
  readonly reads: Reads
  readonly groups: Groups
  readonly rows: RowService
  readonly upsert: Upsert
  readonly linkedRows: LinkedRows
  readonly linkedWrites: LinkedWrites
  readonly clock: Clock
}

/** Handles the REST data API: `/nc/{projectId}/api/v1/{table}/…` (wire §9). */
export function createRestHandler(parts: RestParts): RestHandler {
  const { ports, reads, groups, rows, upsert, linkedWrites, clock } = parts
  const linked = createLinkedRoutes(parts)
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
    const name = decodeTable(tableSegment)
    const { principal } = request.context
    const opening = openTable(ports, principal, request.projectId, name)
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

  async function answer(
    route: Route,
    { query, body, unparsed }: RestRequest,
    index: TableIndex,
    call: { readonly read: ReadCall; readonly write: WriteCall; readonly committed?: (() => void) | undefined },
  ): Promise<Uint8Array | string | Answered> {
    refuseOther(route, query)
    const stored = <T>(rows: T): T => (call.committed?.(), rows)
    switch (route.kind) {
      case 'list':
        return answerList(reads, call.read, query)
      case 'findOne':
        return reads.findOne(call.read, query)
      case 'count':
        return reads.count(call.read, query)
      case 'groupBy':
        return groups.groupBy(call.read, query, route.column === undefined ? [] : [decodePart(route.column)])
      case 'aggregate':
        return groups.aggregate(call.read, query)
      case 'distribute':
        return groups.distribute(call.read, query)
      case 'distinct':
        return groups.distinct(call.read, query)
      case 'read':
        return reads.byKey(call.read, keyFromSegment(index, route.id), query)
      case 'exists':
        return String(await reads.exists(call.read, keyFromSegment(index, route.id)))
      case 'create': {
        // The first also updates existing rows, the second also creates and links other rows.
        const [changes, nested] = [flag(query, 'upsert'), flag(query, 'nested')]
        if (changes && nested) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'nested' })
        if (changes) {
          ports.authorize(call.write.context, 'row.update')
          await requireLinks(call.read, query)
          const [key = []] = stored(await upsert(call.write, [body]))
          return reads.writtenByKey(call.read, keyParts(index, key), query)
        }
        if (nested) {
          ports.authorize(call.write.context, 'row.update')
          await requireLinks(call.read, query)
          return reads.writtenByKey(
            call.read,
            stored(await linkedWrites.createTree(call.read, call.write, body)),
            query,
          )
        }
        await requireLinks(call.read, query)
        return reads.written(call.read, stored(await rows.create(call.write, body)), query)
      }
      case 'update': {
        if (flag(query, 'nested')) return updatedTree(call, keyFromSegment(index, route.id), query, body)
        const expect = query.get('expect')
        const expected = expect === null ? undefined : parseExpected(index, expect)
        const row = await rows.update(call.write, keyFromSegment(index, route.id), body, expected)
        return row ? reads.written(call.read, row, withoutLinks) : '{}'
      }
      case 'delete':
        return (await rows.remove(call.write, keyFromSegment(index, route.id))) ? '1' : '0'
      case 'createMany':
        if (flag(query, 'upsert')) {
          ports.authorize(call.write.context, 'row.update')
          return keysJson(await upsert(call.write, unparsed?.parse() ?? body))
        }
        return keysJson(
          await (unparsed === undefined
            ? rows.createMany(call.write, body)
            : rows.createManyUnparsed(call.write, unparsed)),
        )
      case 'updateMany':
        return JSON.stringify((await rows.updateMany(call.write, body)).map(Number))
      case 'deleteMany':
        return JSON.stringify((await rows.removeMany(call.write, body)).map(Number))
      default:
        return linked.answer(route, { ...call, query, body })
    }
  }

  /** Like an update without linked rows: `{}` for a missing row. */
  async function updatedTree(
    { read, write }: { readonly read: ReadCall; readonly write: WriteCall },
    key: readonly string[],
    query: URLSearchParams,
    body: unknown,
  ): Promise<Uint8Array | string> {
    ports.authorize(write.context, 'row.create')
    await requireLinks(read, query)
    if (!(await reads.exists(read, key))) return '{}'
    return reads.writtenByKey(read, await linkedWrites.updateTree(read, write, key, body), query)
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
  // Hidden columns of a new row would go into its history and its response.
  if (sight.restricted && right !== 'read') throw new AppError('NOT_ALLOWED')
}

const plainText = (value: StoredValue): string => String(JSON.parse(valueJson(value)))

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

/** Returns the id of a new row: its key, several values joined as in a path; null without a key. */
function idJson(key: readonly StoredValue[]): string {
  const [only = null] = key
  return key.length > 1 ? JSON.stringify(key.map(plainText).join(keySeparator)) : valueJson(only)
}

const keysJson = (keys: readonly (readonly StoredValue[])[]): string => `[${keys.map(idJson).join(',')}]`

/** Returns the request with a parsed body. */
function parsed({ unparsed, ...request }: RestRequest): RestRequest {
  return unparsed === undefined ? request : { ...request, body: unparsed.parse() }
}

/** Rejects write modes that a route doesn't support; ignoring them would write something else than intended. */
function refuseOther({ kind }: Route, query: URLSearchParams): void {
  if (routePermissions[kind] === 'row.read') return
  const known = { create: ['upsert', 'nested'], createMany: ['upsert'], update: ['nested'] } as const
  const allowed: readonly string[] = kind in known ? known[kind as keyof typeof known] : []
  for (const parameter of ['upsert', 'nested'])
    if (!allowed.includes(parameter) && flag(query, parameter))
      throw new AppError('QUERY_PARAMETER_INVALID', { parameter })
  // Only updates of one row support a guard, once.
  const isExpected = kind === 'update' && !flag(query, 'nested') ? 1 : 0
  if (query.getAll('expect').length > isExpected) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'expect' })
}

/** Parses a boolean parameter. @throws AppError QUERY_PARAMETER_INVALID */
function flag(query: URLSearchParams, parameter: string): boolean {
  const [value = 'false', ...more] = query.getAll(parameter)
  if (more.length > 0 || !['', 'true', 'false', '1', '0'].includes(value))
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter, value: value.slice(0, 100) })
  return value === 'true' || value === '1'
}

/** Checks the requested links before writing. Afterwards it would be too late to reject the request. */
async function requireLinks({ database, index, tableNamed }: ReadCall, query: URLSearchParams): Promise<void> {
  const nested = parseNested(query)
  if (showsLinks(index, nested)) await planNested(database.dialect, index, nested, tableNamed)
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
