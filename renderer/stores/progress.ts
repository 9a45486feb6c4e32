import { create } from 'zustand'

/** Requests that show in the top bar while they last (S1 §4). */
export const useProgress = create<{ readonly requests: number }>(() => ({ requests: 0 }))

/** Shows the bar until the returned function is called. */
export function beginProgress(): () => void {
  let open = true
  useProgress.setState(({ requests }) => ({ requests: requests + 1 }))
  return () => {
    if (!open) return
    open = false
    useProgress.setState(({ requests }) => ({ requests: Math.max(0, requests - 1) }))
  }
}
