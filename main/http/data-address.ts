/** Target of a request to the data API. */
export interface DataAddress {
  readonly projectId: string
  /** The path after `/api/v1/`, still encoded. */
  readonly segments: string[]
  /** Without its question mark. */
  readonly query: string
}

const start = /^\/+nc\/+([^/?]+)\/+api\/+v1(?:\/+|(?=\?)|$)/i

/**
 * Parses the address without decoding it: the data API must distinguish keys from route words. Project ids are lower
 * case, and paths are case-insensitive (wire §1).
 *
 * @returns undefined for other and invalid addresses
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
