import { useEffect, useState } from 'react'

/** Returns a value that follows the given one after a pause; an empty text follows at once. */
export function useDebounced<T extends string | object>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return undefined
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [value, settled, delayMs])
  return settled
}
