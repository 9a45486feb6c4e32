import { client, operationKey, queryClient } from '@renderer/api'
import { QueryObserver } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'

/** Records that one question is about. */
const keysAtOnce = 500
const gatherMs = 120

/**
 * Loads the numbers of open comments for the visible records, by the painter's keys. Debounces requests. Reloads on new
 * comments, like all answers about a project. Renders nothing: calls `changed` when a number has changed.
 */
export function useCommentCounts(
  projectId: string,
  table: string,
  enabled: boolean,
  changed: () => void,
): (rowId: string) => number {
  const asked = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isWaiting = useRef(false)
  const known = useRef<ReadonlyMap<string, number>>(new Map())
  const ask = useRef<(ids: readonly string[]) => void>(undefined)
  const told = useRef(changed)
  told.current = changed

  useEffect(() => {
    if (!enabled) return undefined
    const queryOf = (ids: readonly string[]) => {
      const args = { table, rowIds: [...ids] }
      return {
        queryKey: operationKey('commentCounts', args, projectId),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          client.call('commentCounts', args, { projectId, signal, silent: true }).then((counts) => ({ ids, counts })),
        enabled: ids.length > 0,
      }
    }
    const observer = new QueryObserver(queryClient, queryOf([...asked.current].slice(-keysAtOnce)))
    const end = observer.subscribe(({ data }) => {
      if (data === undefined) return
      const before = known.current
      const merged = new Map(before)
      for (const id of data.ids) merged.delete(id)
      for (const { rowId, open } of data.counts) merged.set(rowId, open)
      known.current = merged
      // Most records have no comments: then no repaint is needed.
      if (merged.size !== before.size || data.ids.some((id) => merged.get(id) !== before.get(id))) told.current()
    })
    ask.current = (ids) => observer.setOptions(queryOf(ids))
    return () => {
      clearTimeout(timer.current)
      ask.current = undefined
      end()
    }
  }, [projectId, table, enabled])

  return useMemo(() => {
    const askLater = (): void => {
      isWaiting.current = false
      clearTimeout(timer.current)
      timer.current = setTimeout(() => ask.current?.([...asked.current].slice(-keysAtOnce)), gatherMs)
    }
    return (rowId: string): number => {
      if (!enabled) return 0
      if (!asked.current.has(rowId)) {
        asked.current.add(rowId)
        if (asked.current.size > keysAtOnce * 2) asked.current = new Set([...asked.current].slice(-keysAtOnce))
        // During fast scrolling, requests wait until the viewport rests. Once per drawing: a timer for each row takes
        // longer than to draw its number.
        if (!isWaiting.current) queueMicrotask(askLater)
        isWaiting.current = true
      }
      return known.current.get(rowId) ?? 0
    }
  }, [enabled])
}
