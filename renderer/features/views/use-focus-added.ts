import { useEffect, useRef, type RefObject } from 'react'

/**
 * What was just added is asked about next: the focus goes into the last field of the list as soon as it has one more.
 * The list comes back from the view, so it may not be there in the next frame.
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
