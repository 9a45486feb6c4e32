import { useRef } from 'react'

/** Returns the earlier value while the new one has the same JSON, so that effects and memos don't run again. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  const same = useRef({ value, text })
  if (same.current.text !== text) same.current = { value, text }
  return same.current.value
}
