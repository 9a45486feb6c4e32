import type { ListedAuditLine } from '@common/operations/audit'
import type { WireSnapshot } from '@common/operations/snapshots'
import { client, operationKey, type ApiError, type OperationArgs } from '@renderer/api'
import { filterInput, isFiltered, type ChangeFilters } from '@renderer/features/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

export type ChangeItem =
  | { readonly kind: 'day'; readonly day: string; readonly id: string }
  | { readonly kind: 'line'; readonly line: ListedAuditLine; readonly id: string }
  | { readonly kind: 'snapshot'; readonly snapshot: WireSnapshot; readonly id: string }

const linesPerPage = 100

/** Changes and snapshots by day, newest first. Loads older pages as the reader scrolls. */
export function useChanges(projectId: string, filters: ChangeFilters, snapshots: readonly WireSnapshot[]) {
  const args: OperationArgs<'auditList'> = { ...filterInput(filters), limit: linesPerPage, perChange: true }
  const query = useInfiniteQuery({
    queryKey: [...operationKey('auditList', args, projectId), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'auditList',
        { ...args, ...(pageParam !== '' && { after: pageParam }) },
        { projectId, signal, silent: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.id : undefined),
  })
  const lines = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data])
  const isWhole = !query.hasNextPage
  const items = useMemo(
    () => itemsOf(lines, isFiltered(filters) ? [] : snapshots, isWhole),
    [lines, filters, snapshots, isWhole],
  )
  return { ...query, error: query.error as ApiError | null, lines, items, count: query.data?.pages[0]?.count ?? null }
}

/** Merges snapshots between changes, without those that are older than the loaded changes. */
function itemsOf(
  lines: readonly ListedAuditLine[],
  snapshots: readonly WireSnapshot[],
  isWhole: boolean,
): ChangeItem[] {
  const oldest = isWhole ? '' : (lines.at(-1)?.when ?? '')
  const all: { readonly when: string; readonly item: ChangeItem }[] = [
    // The snapshot itself stands for the line about it.
    ...lines
      .filter(({ type, action }) => type !== 'PROJECT' || action !== 'SNAPSHOT_TAKEN')
      .map((line) => ({ when: line.when, item: { kind: 'line', line, id: line.id } as const })),
    ...snapshots
      .filter(({ when }) => when >= oldest)
      .map((snapshot) => ({ when: snapshot.when, item: { kind: 'snapshot', snapshot, id: snapshot.id } as const })),
  ].toSorted((one, other) => (one.when < other.when ? 1 : -1))
  const items: ChangeItem[] = []
  let day = ''
  for (const { when, item } of all) {
    const now = new Date(when).toDateString()
    if (now !== day) items.push({ kind: 'day', day: when, id: `day ${now}` })
    day = now
    items.push(item)
  }
  return items
}
