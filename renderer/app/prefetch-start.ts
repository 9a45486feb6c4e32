import { notePageEvent, useUsers } from '@renderer/stores'
import { useEffect } from 'react'
import { screens } from './routes'

/** The code loads after this time even if the window is never idle, in milliseconds (S2 §9). */
export const prefetchWithinMs = 2_000

/** Loads the code of the page behind the links of an error page, while the window is idle. */
export function usePrefetchedStart(): void {
  const isSignedIn = useUsers((state) => state.token !== null)
  useEffect(() => {
    const path = isSignedIn ? '/projects' : '/user/authentication/signin'
    const page = screens.find((screen) => screen.path === path)?.page
    const wait = requestIdleCallback(
      () => void page?.().catch((error: unknown) => notePageEvent(`prefetching ${path} failed: ${String(error)}`)),
      { timeout: prefetchWithinMs },
    )
    return () => cancelIdleCallback(wait)
  }, [isSignedIn])
}
