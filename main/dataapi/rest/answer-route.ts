import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { parseNested } from '@common/query/nested'
import { keySeparator } from '@common/query/row-id'
import { planNested, showsLinks } from '../nested/plan'
import { keyFromSegment, keyParts } from '../parse/row-key'
import type { TableIndex } from '../plan/columns'
import { parseExpected } from '../rows/expected'
import type { WriteCall } from '../rows/write-call'
import { valueJson } from '../shape/row-json'
import type { RestRequest } from './contract'
import { createLinkedRoutes, withoutLinks } from './linked'
import { answerList, type Answered } from './lists'
import { decodePart } from './path'
import { routePermissions, type Route } from './routes'
import type { ReadCall } from '../run/read-call'
import type { RestParts } from './types'

export interface RouteCall {
  readonly read: ReadCall
  readonly write: WriteCall
  /** Called once the write is committed. */
  readonly committed?: (() => void) | undefined
}

type AnswerRoute = (
  route: Route,
  request: RestRequest,
  index: TableIndex,
  call: RouteCall,
) => Promise<Uint8Array | string | Answered>

/** Returns the function that runs a route of a table; the permission was checked. */
export function createRouteAnswers(parts: RestParts): AnswerRoute {
  const { ports, reads, groups, rows, upsert, linkedWrites } = parts
  const linked = createLinkedRoutes(parts)
  return answer

  async function answer(
    route: Route,
    { query, body, unparsed }: RestRequest,
    index: TableIndex,
    call: RouteCall,
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

const plainText = (value: StoredValue): string => String(JSON.parse(valueJson(value)))

/** Returns the id of a new row: its key, several values joined as in a path; null without a key. */
function idJson(key: readonly StoredValue[]): string {
  const [only = null] = key
  return key.length > 1 ? JSON.stringify(key.map(plainText).join(keySeparator)) : valueJson(only)
}

const keysJson = (keys: readonly (readonly StoredValue[])[]): string => `[${keys.map(idJson).join(',')}]`

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
