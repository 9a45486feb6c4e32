/** Where in a project's data a request goes. */
export interface DataAddress {
  readonly projectId: string
  /** The path after `/api/v1/`, still encoded. */
  readonly segments: string[]
  /** Without its question mark. */
  readonly query: string
}

const start = /^\/+nc\/+([^/?]+)\/+api\/+v1(?:\/+|(?=\?)|$)/i

/**
 * Read from the address as it was sent: decoding is the data API's, which must tell a key from a route's word.
 * Ids of projects are in lower case, and paths are matched without regard to it (wire §1).
 *
 * @returns undefined for an address of anything else, and for one that means nothing
 */
export function readDataAddress(url: string): DataAddress | undefined {
  const found = start.exec(url)
  if (found === null) return undefined
  const mark = url.indexOf('?')
  const rest = mark === -1 ? url.slice(found[0].length) : url.slice(found[0].length, mark)
  const projectId = decoded(found[1] ?? '')
  if (projectId === undefined || decoded(rest) === undefined) return undefined
  return {
    projectId: projectId.toLowerCase(),
    segments: rest === '' ? [] : rest.split('/'),
    query: mark === -1 ? '' : url.slice(mark + 1),
  }
}

function decoded(part: string): string | undefined {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
