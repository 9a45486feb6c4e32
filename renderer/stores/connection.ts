import { onReachable, queryClient, serverRoot } from '@renderer/api'
import { t } from '@renderer/i18n'
import { create } from 'zustand'
import { snackbar } from './snackbar'

/** Waits between looks at a server that is away, in milliseconds; the last one repeats. */
const lookAgainMs = [1_000, 2_000, 3_000, 5_000] as const
const lookTimeoutMs = 4_000

/** Whether our server answers. */
export const useConnection = create<{ readonly isLost: boolean }>(() => ({ isLost: false }))

/** Watches the calls; after a lost one it looks until the server is back, then everything shown is asked again. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0

  function lookLater(): void {
    timer = setTimeout(() => void look(), lookAgainMs[Math.min(looks, lookAgainMs.length - 1)])
    looks += 1
  }

  async function look(): Promise<void> {
    try {
      const response = await fetch(`${serverRoot()}/health`, { signal: AbortSignal.timeout(lookTimeoutMs) })
      if (response.ok) return found()
    } catch {
      // Still away: fetch says no more than that.
    }
    lookLater()
  }

  function lost(): void {
    if (useConnection.getState().isLost) return
    useConnection.setState({ isLost: true })
    snackbar.show(t('connection.lost'))
    looks = 0
    lookLater()
  }

  function found(): void {
    clearTimeout(timer)
    if (!useConnection.getState().isLost) return
    useConnection.setState({ isLost: false })
    snackbar.show(t('connection.back'))
    void queryClient.invalidateQueries()
  }

  const stop = onReachable((reachable) => (reachable ? found() : lost()))
  return () => {
    clearTimeout(timer)
    stop()
  }
}
