import { operationByName, operations } from '@common/operations'
import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from './api-error'
import type { Client, OperationCall } from './client'

/** Server answers kept by the window. Nothing is asked again unless something says that it changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // A refused call stays refused; a server that is away is waited for by the connection store.
        retry: (count, error) => count < 1 && error instanceof ApiError && error.status >= 502,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** `['operation', name, projectId, args]`: all answers of a project share their third part. */
export function operationKey(name: string, args: unknown, projectId?: string): readonly unknown[] {
  return ['operation', name, projectId ?? null, args]
}

/**
 * A command ends the cached answers it may have changed: those of its project, and those of no project
 * (the project list counts tables). Signing in and out keep no answers at all; the session sees to that.
 */
export function invalidateAfterCommands(client: Client, queries: QueryClient): () => void {
  return client.onCall(({ type, call }) => {
    if (type !== 'succeeded' || call.kind !== 'command') return
    if (operations[call.name].permission.startsWith('account.')) return
    invalidateProject(queries, call.projectId, call.name, goneAfter(call))
  })
}

type IsGone = (query: Query) => boolean

/** Returns which queries are about the project or table that a command took away. Refetching them would fail. */
function goneAfter({ name, args, projectId }: Pick<OperationCall, 'name' | 'args' | 'projectId'>): IsGone {
  if (name === 'projectDelete') return ({ queryKey: [, , project] }) => project === projectId
  const { tn, tn_old: before } = (args ?? {}) as { readonly tn?: string; readonly tn_old?: string }
  const table = name === 'tableDelete' ? tn : name === 'tableRename' && before !== tn ? before : undefined
  return ({ queryKey: [, , , asked] }) => table !== undefined && isAbout(asked, table)
}

const isAbout = (args: unknown, table: string): boolean => {
  const { tn, model_name: model } = (args ?? {}) as { readonly tn?: unknown; readonly model_name?: unknown }
  return tn === table || model === table
}

/**
 * Answers about a project may be old, and those about none; about any, without its id. What is done to views changes
 * nothing but the list of them, and is done with every click.
 *
 * @param command  what was done, if that is known
 * @param isGone  queries about what no longer exists: they become stale without a refetch
 */
export function invalidateProject(
  queries: QueryClient,
  project: string | undefined,
  command?: string,
  isGone: IsGone = () => false,
): void {
  const isOfViews = command !== undefined && operationByName(command)?.permission.startsWith('view.') === true
  const isChanged = ({ queryKey: [root, name, projectId] }: Query): boolean =>
    root === 'operation' &&
    (!isOfViews || name === 'xcVirtualTableList' || name === 'viewNameList') &&
    (projectId === null || project === undefined || projectId === project)
  void queries.invalidateQueries({ predicate: (query) => isChanged(query) && isGone(query), refetchType: 'none' })
  void queries.invalidateQueries({ predicate: (query) => isChanged(query) && !isGone(query) })
}

const goneCodes: readonly string[] = ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND']
/** Answers that tell what a database has. */
const aboutSchema: readonly unknown[] = ['xcMetaDiff', 'xcTableAndViewList', 'tableXcModelGet']

/** Rows of a table or column that is not there: another program has changed the database, which is asked again. */
export function askAgainWhenGone(queries: QueryClient): (projectId: string, error: unknown) => void {
  return (projectId, error) => {
    if (!(error instanceof ApiError) || error.code === undefined || !goneCodes.includes(error.code)) return
    void queries.invalidateQueries({
      predicate: ({ queryKey: [root, name, project] }) =>
        root === 'operation' && project === projectId && aboutSchema.includes(name),
    })
  }
}
