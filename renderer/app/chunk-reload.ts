import { chunkReloadGuardMs } from '@common/constants'
import { serverRoot } from '@renderer/api'

const storedAt = 'basalt.reloadedForChunk'

/** Whether a part of the application could not be fetched: after an update its file has another name. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS|ChunkLoadError/i.test(
      `${error.name} ${error.message}`,
    )
  )
}

/** S1 §8: at most one reload per minute, by the time that was stored. */
export function mayReload(now: number, lastReload: number | null): boolean {
  return (
    lastReload === null || !Number.isFinite(lastReload) || now - lastReload >= chunkReloadGuardMs || now < lastReload
  )
}

/**
 * Reloads the page for a missing chunk, unless it just did. A server that is away is no reason: the page that is
 * there says so, an empty window would not.
 *
 * @returns whether the page is being reloaded
 */
export async function reloadForChunk(): Promise<boolean> {
  const stored = sessionStorage.getItem(storedAt)
  if (!mayReload(Date.now(), stored === null ? null : Number(stored))) return false
  const answers = await fetch(`${serverRoot()}/health`).then(
    () => true,
    () => false,
  )
  if (!answers) return false
  sessionStorage.setItem(storedAt, String(Date.now()))
  location.reload()
  return true
}
