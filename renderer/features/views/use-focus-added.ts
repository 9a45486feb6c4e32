import { useEffect, useRef, type RefObject } from 'react'

/**
 * Focuses the last field of a list when the list grows, so that the user can edit the new item. The list comes from the
 * view, so the new item may not be rendered in the next frame.
 */
export function useFocusAdded(list: RefObject<HTMLElement | null>, field: string | undefined, count: number) {
  const expected = useRef<number>(undefined)
  useEffect(() => {
    if (expected.current === undefined || count < expected.current || field === undefined) return
    expected.current = undefined
    const fields = list.current?.querySelectorAll<HTMLElement>(`.${field} input:not([type=hidden])`)
    fields?.[fields.length - 1]?.focus()
  }, [list, field, count])
  /** One more is on its way. */
  return (): void => {
    expected.current = count + 1
  }
}
