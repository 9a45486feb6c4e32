import { AppError } from '@common/errors'
import { isTakenParameter } from '@common/model/query-values'
import { keySeparator, rowIdSegment } from '@common/query/row-id'
import { parseJson } from '@common/util/parse-json'
import { changeHeader } from '@common/wire/names'
import type { RestHandler, RestRequest } from '@main/dataapi/rest/contract'
import type { CallContext } from '@main/operations/context'
import type { RpcMethod } from './definition'
import { jsonOfStruct, structOf, valueOf } from './struct'

/** A received gRPC call. */
export interface RpcCall {
  readonly projectId: string
  readonly context: CallContext
  readonly request: Readonly<Record<string, unknown>>
}

export interface RpcAnswer {
  readonly reply: object
  /** REST headers that name the change, and report ignored or omitted parameters. */
  readonly notes: Readonly<Record<string, string>>
}

const noteNames = ['basalt-ignored', 'basalt-omitted']

/** Handles a call through the data API, with the same tables, rules and permissions. @throws AppError */
export async function answerCall(handle: RestHandler, method: RpcMethod, call: RpcCall): Promise<RpcAnswer> {
  const notes: Record<string, string> = {}
  const reply = await answers[method](call, async (ask) => {
    const { body, headers } = await handle({
      projectId: call.projectId,
      context: call.context,
      body: undefined,
      ...ask,
      query: new URLSearchParams(ask.query),
    })
    for (const name of noteNames) if (headers[name] !== undefined) notes[name] = headers[name]
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    return text === '' ? undefined : parseJson(text)
  })
  const change = call.context.change?.named
  if (change !== undefined) notes[changeHeader] = change
  return { reply, notes }
}

type Ask = Pick<RestRequest, 'method' | 'segments'> & {
  readonly query?: Record<string, string>
  readonly body?: unknown
}
type Rest = (ask: Ask) => Promise<unknown>

const answers: Readonly<Record<RpcMethod, (call: RpcCall, rest: Rest) => Promise<object>>> = {
  List: async ({ request }, rest) => {
    const query = {
      ...filterOf(request),
      ...texts(request, ['sort', 'fields']),
      ...numbers(request, ['limit', 'offset']),
      ...queryValues(request),
    }
    const rows = await rest({ method: 'GET', segments: [table(request)], query: { ...query, hm: '', bt: '', mm: '' } })
    return { rows: (rows as unknown[]).map(structOf) }
  },
  Read: async ({ request }, rest) =>
    rowOrNothing(
      await rest({ method: 'GET', segments: [table(request), id(request)], query: { hm: '', bt: '', mm: '' } }),
    ),
  Count: async ({ request }, rest) =>
    (await rest({
      method: 'GET',
      segments: [table(request), 'count'],
      query: { ...filterOf(request), ...queryValues(request) },
    })) as object,
  Create: async ({ request }, rest) => {
    const body = jsonOfStruct(request['row'])
    return { row: structOf(await rest({ method: 'POST', segments: [table(request)], body })) }
  },
  Update: async ({ request }, rest) => {
    const body = jsonOfStruct(request['row'])
    return rowOrNothing(await rest({ method: 'PUT', segments: [table(request), id(request)], body }))
  },
  Delete: async ({ request }, rest) => ({
    deleted: await rest({ method: 'DELETE', segments: [table(request), id(request)] }),
  }),
  CreateBulk: async ({ request }, rest) => {
    const rows = Array.isArray(request['rows']) ? request['rows'] : []
    const ids = await rest({ method: 'POST', segments: [table(request), 'bulk'], body: rows.map(jsonOfStruct) })
    return { ids: (ids as unknown[]).map(valueOf) }
  },
}

/** Here a missing row is a status, which every gRPC client knows. */
function rowOrNothing(row: unknown): object {
  if (typeof row !== 'object' || row === null || Object.keys(row).length === 0) throw new AppError('ROW_NOT_FOUND')
  return { row: structOf(row) }
}

function table({ table: name }: RpcCall['request']): string {
  if (typeof name !== 'string' || name === '') throw new AppError('TABLE_NOT_FOUND', { table: '' })
  return encodeURIComponent(name.toWellFormed())
}

function id({ id: text }: RpcCall['request']): string {
  if (typeof text !== 'string' || text === '') throw new AppError('ROW_KEY_INVALID')
  const parts = text.split(keySeparator)
  return parts.length === 1
    ? rowIdSegment(parts)
    : parts.map((part) => encodeURIComponent(part.toWellFormed())).join(keySeparator)
}

const filterOf = (request: RpcCall['request']): Record<string, string> =>
  texts(request, ['where', 'condition', 'search'])

function texts(request: RpcCall['request'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

/**
 * Returns the values for the parameters of a query table. Null takes the default.
 *
 * @throws AppError QUERY_PARAMETER_INVALID for an option of lists
 */
function queryValues({ parameters }: RpcCall['request']): Record<string, string> {
  const values = Object.entries(jsonOfStruct(parameters)).filter(([, value]) => value !== null)
  const taken = values.find(([name]) => isTakenParameter(name))
  if (taken !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: taken[0] })
  return Object.fromEntries(
    values.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** Unset numbers are zero. */
function numbers(request: RpcCall['request'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request[name]
      return typeof value === 'number' && value !== 0 ? [[name, String(value)]] : []
    }),
  )
}
