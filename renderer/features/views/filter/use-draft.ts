import type { ViewFilterGroup } from '@common/views'
import { useCallback, useEffect, useRef, useState } from 'react'
import { draftOf, filterOf, type DraftGroup } from './draft'

/** Visual reference §7: changes apply immediately, but are debounced while typing. */
const saveAfterMs = 400
/** For this long after the last own change, a filter from the server isn't another user's change. */
const settlesAfterMs = 2_000
const acceptsAfterMs = 100

/**
 * Manages a filter while a user edits it. Stores changes after a pause, or on leaving. Another user's change replaces
 * the draft.
 */
export function useDraft(
  group: ViewFilterGroup,
  save: (group: ViewFilterGroup) => void,
): { readonly draft: DraftGroup; readonly edit: (change: (before: DraftGroup) => DraftGroup) => void } {
  const [draft, setDraft] = useState(() => draftOf(group))
  const known = useRef(sameText(group))
  const latest = useRef({
    draft,
    save,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    editedAt: -Infinity,
  })
  latest.current.save = save

  useEffect(() => {
    const text = sameText(group)
    if (text === known.current) return undefined
    // While the user types, responses to earlier states may still arrive. Another user's change arrives a moment later,
    // too.
    let waiting: ReturnType<typeof setTimeout>
    const accept = (): void => {
      const rest = latest.current.editedAt + settlesAfterMs - performance.now()
      if (latest.current.timer !== undefined || rest > 0) {
        waiting = setTimeout(accept, Math.max(rest, saveAfterMs))
        return
      }
      known.current = text
      latest.current.draft = draftOf(group)
      setDraft(latest.current.draft)
    }
    waiting = setTimeout(accept, acceptsAfterMs)
    return () => clearTimeout(waiting)
  }, [group])

  const keep = useCallback(() => {
    latest.current.timer = undefined
    const filter = filterOf(latest.current.draft)
    const text = sameText(filter)
    if (text === known.current) return
    known.current = text
    latest.current.save(filter)
  }, [])
  useEffect(
    () => () => {
      if (latest.current.timer === undefined) return
      clearTimeout(latest.current.timer)
      keep()
    },
    [keep],
  )
  const edit = useCallback(
    (change: (before: DraftGroup) => DraftGroup) => {
      latest.current.draft = change(latest.current.draft)
      latest.current.editedAt = performance.now()
      setDraft(latest.current.draft)
      clearTimeout(latest.current.timer)
      latest.current.timer = setTimeout(keep, saveAfterMs)
    },
    [keep],
  )
  return { draft, edit }
}

/** Returns the same text for equal filters, whatever the order of their properties. */
export function sameText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
