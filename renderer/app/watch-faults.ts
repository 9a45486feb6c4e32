import { client, isApiError } from '@renderer/api'
import { notePageEvent, problem } from '@renderer/stores'
import { isMissingChunk } from './chunk-reload'

/** Writes the log of this window, and shows errors outside of pages. Errors of pages have their own page. */
export function watchFaults(): void {
  client.onCall((event) => {
    if (event.type === 'started' || (event.call.silent && event.type === 'succeeded')) return
    const outcome = event.type === 'succeeded' ? 'succeeded' : `failed: ${codeOf(event.error)}`
    notePageEvent(`${event.call.name} ${outcome}`)
  })
  window.addEventListener('hashchange', () => notePageEvent(`page ${location.hash.slice(1).split('?')[0] ?? ''}`))
  window.addEventListener('error', ({ error, message, filename }) => {
    // Programs that a browser adds to pages have addresses of their own.
    const isOwn = filename === '' || filename.startsWith(location.origin)
    if (isOwn) takeFault(error, message)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => takeFault(reason, String(reason)))
}

const codeOf = (error: unknown): string => (isApiError(error) ? error.code : error instanceof Error ? error.name : '')

function takeFault(error: unknown, words: string): void {
  notePageEvent(`error ${error instanceof Error ? `${error.name}: ${error.message}` : words}`)
  if (!(error instanceof Error) || isExpected(error)) return
  problem.unexpected(error)
}

/** True for errors that other parts of the page report, or that no code of ours caused. */
function isExpected(error: Error): boolean {
  return (
    isApiError(error) ||
    error.name === 'AbortError' ||
    isMissingChunk(error) ||
    /\b(?:chrome|moz|safari)-(?:web-)?extension:/.test(error.stack ?? '')
  )
}
