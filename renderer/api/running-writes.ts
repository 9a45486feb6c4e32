let running = 0

/** Returns how many requests of this window that change something have no answer yet. */
export const runningWrites = (): number => running

/** Counts a request until the returned function is called. */
export function beginWrite(): () => void {
  let isOpen = true
  running += 1
  return () => {
    if (isOpen) running -= 1
    isOpen = false
  }
}
