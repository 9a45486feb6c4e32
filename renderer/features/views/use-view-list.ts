import { viewKinds, type View } from '@common/views'
import type { WireView } from '@common/wire/views'
import { client, queryClient, type ApiError } from '@renderer/api'
import { useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { viewListKey } from './view-edits'

export interface ViewList {
  /** The table's own grid comes first. Undefined while loading. */
  readonly value: readonly View[] | undefined
  readonly error: ApiError | null
  readonly retry: () => void
  /** Refetches the views, ignoring the cache; undefined if that fails. */
  readonly again: () => Promise<readonly View[] | undefined>
}

/** Returns the views of a table. Leaves out kinds that Basalt can't draw yet. */
export function useViewList(projectId: string, table: string, enabled = true): ViewList {
  const list = useQuery<readonly WireView[], ApiError>({ ...viewListQuery(projectId, table), enabled })
  const value = useMemo(() => list.data?.map(viewOf), [list.data])
  const again = async (): Promise<readonly View[] | undefined> => {
    const answer = await list.refetch()
    return answer.isError ? undefined : answer.data?.map(viewOf)
  }
  return { value, error: list.error, retry: () => void list.refetch(), again }
}

/** Returns the cached views of several tables by table name. */
export function useViewLists(projectId: string, tables: readonly string[]): ReadonlyMap<string, readonly View[]> {
  const lists = useQueries({
    queries: tables.map((table) => viewListQuery(projectId, table)),
    combine: (answers) => answers.map(({ data }) => data),
  })
  return useMemo(
    () =>
      new Map(
        tables.flatMap((table, at) => (lists[at] === undefined ? [] : [[table, lists[at].map(viewOf)] as const])),
      ),
    [tables, lists],
  )
}

function viewListQuery(projectId: string, table: string): UseQueryOptions<readonly WireView[], ApiError> {
  return {
    queryKey: viewListKey({ projectId, table }),
    queryFn: ({ signal }) => client.call('xcVirtualTableList', { tn: table, meta: false }, { projectId, signal }),
  }
}

/** Prefetches the views of a table. */
export function expectViews(projectId: string, table: string): void {
  void queryClient.prefetchQuery(viewListQuery(projectId, table))
}

/** Returns the views of a table, from the cache if it is fresh. */
export async function fetchViews(projectId: string, table: string): Promise<readonly View[]> {
  return (await queryClient.fetchQuery(viewListQuery(projectId, table))).map(viewOf)
}

const knownViews = new WeakMap<WireView, View>()

/** Returns the same object for the same response, so that lists of views don't render again. */
function viewOf(wire: WireView): View {
  const view = knownViews.get(wire) ?? readView(wire)
  knownViews.set(wire, view)
  return view
}

function readView({ id, type, title, show_as, view_order, locked, settings, personal, options }: WireView): View {
  const isOwn = type !== 'vtable'
  return {
    id: isOwn ? undefined : id,
    title: isOwn ? '' : title,
    kind: viewKinds.find((kind) => kind === show_as) ?? 'grid',
    position: view_order,
    locked,
    settings,
    personal,
    options,
  }
}
