import { useRef, type RefObject } from 'react'

/** The newest value, for what outlives a render: drawings, listeners, functions that stay the same. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
