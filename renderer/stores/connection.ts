import { onReachable, queryClient, serverRoot } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { create } from 'zustand'
import { isOnNetwork } from './shown-share'
import { snackbar } from './snackbar'

/** Waits between looks at a server that is away, in milliseconds; the last one repeats. */
const lookAgainMs = [1_000, 2_000, 3_000, 5_000] as const
const lookTimeoutMs = 4_000
/** A loss that soon after the server was found: some calls get through and others don't. */
const unsteadyMs = 10_000

/** Checks that the server is reachable, independently of other calls. */
async function answers(): Promise<boolean> {
  try {
    // A listener on the network has nothing but its page.
    const path = isOnNetwork() ? '/favicon.ico' : '/health'
    return (await fetch(serverRoot() + path, { signal: AbortSignal.timeout(lookTimeoutMs) })).ok
  } catch {
    // `fetch` reports only that there was no response.
    return false
  }
}

let report: (reachable: boolean) => void = () => undefined
let found: () => void = () => undefined

/** Looks for the server now, and starts waiting for it when it is away. */
export async function checkConnection(): Promise<boolean> {
  const reachable = await answers()
  if (reachable) found()
  else report(false)
  return reachable
}

/** `isLost` is true while the server doesn't respond. */
export const useConnection = create<{ readonly isLost: boolean }>(() => ({ isLost: false }))

/**
 * Watches all calls. After a lost one, polls until the server is back, then refetches everything visible. Where some calls
 * get through and others don't, it waits between the polls: finding the server with each call that gets through would
 * refetch everything without end.
 */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  let foundAt = Number.NEGATIVE_INFINITY
  const isUnsteady = (): boolean => Date.now() - foundAt < unsteadyMs

  function lookLater(): void {
    timer = setTimeout(() => void look(), lookAgainMs[Math.min(looks, lookAgainMs.length - 1)])
    looks += 1
  }

  async function look(): Promise<void> {
    if (await answers()) found()
    else lookLater()
  }

  function lost(): void {
    if (useConnection.getState().isLost) return
    useConnection.setState({ isLost: true })
    snackbar.show(sentence('connection.lost'))
    if (!isUnsteady()) looks = 0
    lookLater()
  }

  found = (): void => {
    clearTimeout(timer)
    if (!useConnection.getState().isLost) return
    useConnection.setState({ isLost: false })
    foundAt = Date.now()
    snackbar.show(sentence('connection.back'))
    void queryClient.invalidateQueries()
  }
  report = (reachable) => {
    if (!reachable) lost()
    else if (!isUnsteady()) found()
  }
  const stop = onReachable(report)
  return () => {
    report = () => undefined
    found = () => undefined
    clearTimeout(timer)
    stop()
  }
}
