import type { Sentence } from '@renderer/i18n'
import { operationsPath } from '@common/constants'
import {
  operations,
  writesDatabase,
  type Operation,
  type OperationName,
  type OperationOutput,
} from '@common/operations'
import { changeHeader, trashedHeader } from '@common/wire/names'
import type { z } from 'zod'
import { cancelled } from './api-error'
import type { Http, HttpRequest } from './http'
import type { WriteGuards } from './write-guard'

/** Arguments of an operation. Fields with a default are optional. */
export type OperationArgs<N extends OperationName> = z.input<(typeof operations)[N]['input']>

export interface CallOptions {
  /** Needed by operations inside a project. */
  readonly projectId?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Text of the notification. Default: type and module of the operation. */
  readonly title?: Sentence | undefined
  /** Continues when the page is left. */
  readonly outlives?: boolean | undefined
  /** Shows neither notification nor progress bar: for polling and background calls. */
  readonly silent?: boolean | undefined
  /** The user has confirmed the write to a database in production. */
  readonly isAsked?: boolean | undefined
  /** Receives the id of the change in the change log. Not called if the command wrote nothing. */
  readonly onChange?: ((id: string) => void) | undefined
  /** Receives the trash entry of a column or table that the command drops. Not called if nothing can be restored. */
  readonly onTrashed?: ((entryId: string) => void) | undefined
}

/** One call of an operation, reported to listeners while it runs. */
export interface OperationCall {
  readonly id: number
  readonly name: OperationName
  readonly args: unknown
  readonly projectId: string | undefined
  readonly title: Sentence | undefined
  readonly silent: boolean
}

export type CallEvent =
  | { readonly type: 'started'; readonly call: OperationCall }
  | { readonly type: 'succeeded'; readonly call: OperationCall }
  | { readonly type: 'failed'; readonly call: OperationCall; readonly error: unknown }

export type Client = ReturnType<typeof createClient>

/** The typed client of all operations (design §4). */
export function createClient(http: Http, guard?: Pick<WriteGuards, 'ask'>) {
  const listeners = new Set<(event: CallEvent) => void>()
  /** Projects that this window deletes or has deleted. Ids are never used again. */
  const deleted = new Set<string>()
  let lastId = 0

  function tell(event: CallEvent): void {
    for (const listener of listeners) listener(event)
  }

  /**
   * Calls an operation: `client.call('projectList', {})`, `client.call('tableCreate', {…}, { projectId })`.
   *
   * @throws ApiError  CANCELLED, without a request, for a project that this window has deleted: its page can still be
   *   mounted
   */
  async function call<N extends OperationName>(
    name: N,
    args: OperationArgs<N>,
    options: CallOptions = {},
  ): Promise<OperationOutput<N>> {
    const operation: Operation = operations[name]
    const removesProject = operation.changes !== undefined && operation.removesProject === true
    lastId += 1
    const { projectId, title, silent = false } = options
    if (projectId !== undefined && deleted.has(projectId)) throw cancelled(new Error(`Project ${projectId} is deleted`))
    if (projectId !== undefined && options.isAsked !== true && writesDatabase(operation)) {
      const asking = guard?.ask({ projectId, what: { operation: name, args } })
      if (asking) await asking
    }
    if (removesProject && projectId !== undefined) deleted.add(projectId)
    const record: OperationCall = { id: lastId, name, args, projectId, title, silent }
    tell({ type: 'started', call: record })
    try {
      const answer = await http.json(operationRequest(name, args, options), (headers) => {
        const [entryId] = headers.get(trashedHeader)?.split(',') ?? []
        if (entryId !== undefined) options.onTrashed?.(entryId)
        const change = headers.get(changeHeader)
        if (change !== null) options.onChange?.(change)
      })
      tell({ type: 'succeeded', call: record })
      return answer as OperationOutput<N>
    } catch (error) {
      if (removesProject && projectId !== undefined) deleted.delete(projectId)
      tell({ type: 'failed', call: record, error })
      throw error
    }
  }

  /** @returns the function that ends it */
  function onCall(listener: (event: CallEvent) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { call, onCall }
}

/** Returns the HTTP request of an operation. Some have a path of their own (S1 §7). */
export function operationRequest<N extends OperationName>(
  name: N,
  args: OperationArgs<N>,
  { projectId, signal, outlives }: CallOptions = {},
): HttpRequest {
  const { http, reads, withoutPreview, withoutRefresh }: Operation = operations[name]
  const read = reads === undefined ? {} : { isRead: true }
  if (http === undefined) {
    return {
      method: 'POST',
      path: `${operationsPath}/${name}${projectId === undefined ? '' : `?project=${encodeURIComponent(projectId)}`}`,
      body: args,
      ...read,
      signal,
      withoutPreview,
      ...(outlives === true && { outlives }),
    }
  }
  const rest: Record<string, unknown> = { ...(args as Record<string, unknown>) }
  const path = http.path.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = textOf(rest[part]) ?? (part === 'project_id' ? projectId : undefined)
    delete rest[part]
    if (value === undefined) throw new Error(`${name} needs ${part}`)
    return encodeURIComponent(value)
  })
  const inQuery = http.method === 'GET' || http.method === 'DELETE'
  const query = inQuery ? queryText(rest) : name === 'authSignUp' || name === 'authSignIn' ? '?tool=1' : ''
  return {
    method: http.method,
    path: path + query,
    ...(inQuery ? {} : { body: rest }),
    signal,
    ...read,
    withoutPreview,
    withoutRefresh,
    isRefresh: name === 'authRefreshToken',
  }
}

function queryText(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const text = textOf(value)
    if (text !== undefined) query.set(name, text)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Returns a plain value for a URL; undefined for values that don't fit there. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
}
