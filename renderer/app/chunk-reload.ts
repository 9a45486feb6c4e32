import { chunkReloadGuardMs } from '@common/constants'
import { checkConnection } from '@renderer/stores'

const storedAt = 'basalt.reloadedForChunk'

/** S1 §8: at most one reload per minute, by the time that was stored. */
export function mayReload(now: number, lastReload: number | null): boolean {
  return (
    lastReload === null || !Number.isFinite(lastReload) || now - lastReload >= chunkReloadGuardMs || now < lastReload
  )
}

/** True if a chunk of the page failed to load, by each browser's message. */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}

/**
 * Reloads the page for a missing chunk, unless it just did. Doesn't reload while the server is unreachable: the current
 * page says so, but an empty window would not.
 *
 * @returns true if the page is reloading
 */
export async function reloadForChunk(): Promise<boolean> {
  if (!(await checkConnection())) return false
  const stored = sessionStorage.getItem(storedAt)
  if (!mayReload(Date.now(), stored === null ? null : Number(stored))) return false
  sessionStorage.setItem(storedAt, String(Date.now()))
  location.reload()
  return true
}
