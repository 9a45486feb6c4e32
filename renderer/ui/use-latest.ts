import { useRef, type RefObject } from 'react'

/** Returns a ref to the latest value, for code that outlives a render: canvas drawing, listeners, stable functions. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
