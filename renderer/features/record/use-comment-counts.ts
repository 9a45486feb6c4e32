import { useOperation } from '@renderer/api'
import { useEffect, useMemo, useRef, useState } from 'react'

/** Records that one question is about. */
const keysAtOnce = 500
const gatherMs = 120

/**
 * Open comments of the records on the screen, by the keys that the painter asks for; a question a moment after the
 * last new one. Answered again when somebody writes, as all answers about a project are.
 */
export function useCommentCounts(
  projectId: string,
  table: string,
  enabled: boolean,
  changed: () => void,
): (rowId: string) => number {
  const [ids, setIds] = useState<readonly string[]>([])
  const asked = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef<ReadonlyMap<string, number>>(new Map())
  const told = useRef(changed)
  told.current = changed
  const { data } = useOperation(
    'xcAuditModelCommentsCount',
    { model_name: table, ids: [...ids] },
    { projectId, silent: true, enabled: enabled && ids.length > 0 },
  )
  useEffect(() => {
    if (data === undefined) return
    const before = known.current
    const merged = new Map(before)
    for (const id of ids) merged.delete(id)
    for (const { model_id, open } of data) merged.set(String(model_id), open)
    known.current = merged
    // Mostly nobody has said anything of any of them: then nothing is drawn again.
    if (merged.size !== before.size || ids.some((id) => merged.get(id) !== before.get(id))) told.current()
  }, [data, ids])
  useEffect(() => () => clearTimeout(timer.current), [])

  return useMemo(() => {
    const ask = (): void => {
      setIds([...asked.current].slice(-keysAtOnce))
    }
    return (rowId: string): number => {
      if (!enabled) return 0
      if (!asked.current.has(rowId)) {
        asked.current.add(rowId)
        if (asked.current.size > keysAtOnce * 2) asked.current = new Set([...asked.current].slice(-keysAtOnce))
        // Who scrolls past thousands of records is told of those where he comes to rest.
        clearTimeout(timer.current)
        timer.current = setTimeout(ask, gatherMs)
      }
      return known.current.get(rowId) ?? 0
    }
  }, [enabled])
}
