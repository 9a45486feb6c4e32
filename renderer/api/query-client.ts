import { isStaleAfter, operationByName, operations, type Operation, type Subject } from '@common/operations'
import { QueryClient, type InvalidateQueryFilters, type Query, type QueryFilters } from '@tanstack/react-query'
import { ApiError } from './api-error'
import type { Client, OperationCall } from './client'

/** True if a request is in flight that an invalidation doesn't repeat. Its answer may be older than the change. */
const staysInFlight = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive())

/** Invalidates answers in flight too: the library takes every answer that arrives for fresh. */
class AnswerCache extends QueryClient {
  override invalidateQueries: QueryClient['invalidateQueries'] = (filters, options) => {
    const { refetchType } = filters ?? {}
    for (const query of this.getQueryCache().findAll(filters as QueryFilters))
      if (staysInFlight(query)) void this.#invalidateOnArrival(query, refetchType)
    return super.invalidateQueries(filters, options)
  }

  async #invalidateOnArrival(query: Query, refetchType: InvalidateQueryFilters['refetchType']): Promise<void> {
    try {
      await query.promise
    } catch {
      // A failed request is repeated anyway when its page needs the answer.
      return
    }
    // Several changes overtook it: the first one has repeated the request.
    if (query.state.isInvalidated || query.state.fetchStatus === 'fetching') return
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true, ...(refetchType && { refetchType }) })
  }
}

/** Returns the window's cache of server answers. Changes of commands and live updates invalidate them. */
export function createQueryClient(): QueryClient {
  return new AnswerCache({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // The connection store waits for a server that is away.
        retry: (count, error) => count < 1 && error instanceof ApiError && error.status >= 502,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Returns `['operation', name, projectId, args]`: all answers about a project share their third part. */
export function operationKey(name: string, args: unknown, projectId?: string): readonly unknown[] {
  return ['operation', name, projectId ?? null, args]
}

/** Invalidates the cached answers that a command of this window makes stale. */
export function invalidateAfterCommands(client: Client, queries: QueryClient): () => void {
  return client.onCall(({ type, call }) => {
    const { changes } = operations[call.name] as Operation
    if (type !== 'succeeded' || changes === undefined) return
    invalidateProject(queries, call.projectId, changes, goneAfter(call))
  })
}

type IsGone = (query: Query) => boolean

/** Returns which queries are about the project or table that a command removes. Refetching them would fail. */
function goneAfter({ name, args, projectId }: Pick<OperationCall, 'name' | 'args' | 'projectId'>): IsGone {
  const operation: Operation = operations[name]
  if (operation.changes === undefined) return () => false
  if (operation.removesProject === true) return ({ queryKey: [, , project] }) => project === projectId
  const table = operation.removesTable?.(args as never)
  return aboutTables(table === undefined ? [] : [table])
}

/** Returns which queries are about one of these tables, by name. */
export function aboutTables(tables: readonly string[]): IsGone {
  return ({ queryKey: [, , , asked] }) => {
    const { table } = (asked ?? {}) as { readonly table?: unknown }
    return tables.some((gone) => gone === table)
  }
}

/**
 * Invalidates answers about a project, and those about no project (the list of projects counts tables).
 *
 * @param project  its id; undefined invalidates answers about every project
 * @param changes  subjects that changed
 * @param isGone  queries about something removed: they become stale without a refetch
 */
export function invalidateProject(
  queries: QueryClient,
  project: string | undefined,
  changes: readonly Subject[],
  isGone: IsGone = () => false,
): void {
  const isStale = ({ queryKey: [root, name, projectId] }: Query): boolean =>
    root === 'operation' &&
    (projectId === null || project === undefined || projectId === project) &&
    isStaleAfter(readsOf(name), changes)
  void queries.invalidateQueries({ predicate: (query) => isStale(query) && isGone(query), refetchType: 'none' })
  void queries.invalidateQueries({ predicate: (query) => isStale(query) && !isGone(query) })
}

const readsOf = (name: unknown): readonly Subject[] => operationByName(String(name))?.reads ?? []

const goneCodes: readonly string[] = ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND']

/** Refetches schemas after an error about a missing table or column: another program changed the database. */
export function refetchSchemaWhenGone(queries: QueryClient): (projectId: string, error: unknown) => void {
  return (projectId, error) => {
    if (!(error instanceof ApiError) || error.code === undefined || !goneCodes.includes(error.code)) return
    void queries.invalidateQueries({
      predicate: ({ queryKey: [root, name, project] }) =>
        root === 'operation' && project === projectId && isStaleAfter(readsOf(name), ['schema']),
    })
  }
}
