import type { SharedLink } from '@renderer/api'

const pages = /^#\/nc\/(view|kanban|form|base)\/([^/?]+)/
const frame = /\/(embed|pocket)\/?$/
const network = /\/pocket\/?$/

/**
 * True if the page shows nothing but a link (docs/sharing.md): in a frame of another site, or from a listener on the
 * network.
 */
export const isEmbedded = (): boolean => frame.test(location.pathname)

/** True if the page comes from a listener on the network, which serves one link and answers nothing else. */
export const isOnNetwork = (): boolean => network.test(location.pathname)

/** Returns the id of the link in the address of such a page. */
export const embeddedLink = (): string | undefined =>
  isEmbedded() ? (new URLSearchParams(location.search).get('link') ?? 'none') : undefined

/** Returns the link for visitors that this window shows; null on all other pages. */
export function shownShare(): SharedLink | null {
  const framed = embeddedLink()
  const [, page, given] = framed === undefined ? (pages.exec(location.hash) ?? []) : []
  const link = framed ?? decoded(given)
  if (link === undefined) return null
  return { kind: page === 'base' ? 'base' : 'view', link, visitor: visitorTokens.of(link) }
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const visited = new Map<string, string>()

/** Notes the project of a shared base that this window has opened. */
export const baseOpened = (link: string, projectId: string): void => void visited.set(link, projectId)

/** Returns the project that a page shows: `/nc/{project_id}`, or the one of a shared base. */
export function projectOfPath(path: string): string | undefined {
  const [, area, named, link = ''] = path.split('/')
  if (area !== 'nc' || named === undefined || named === '') return undefined
  return named === 'base' ? visited.get(decoded(link) ?? '') : decoded(named)
}

/** Without storage, as in some frames, a reload asks for the password again. */
const inMemory = new Map<string, string>()
const nameOf = (link: string): string => `basalt-visitor ${link}`

/** Tokens of this tab's visits, by link. */
export const visitorTokens = {
  of: (link: string): string | undefined => inMemory.get(link) ?? stored(() => sessionStorage.getItem(nameOf(link))),
  given: (link: string, token: string): void => {
    inMemory.set(link, token)
    stored(() => sessionStorage.setItem(nameOf(link), token))
  },
  dropped: (link: string): void => {
    inMemory.delete(link)
    stored(() => sessionStorage.removeItem(nameOf(link)))
  },
}

/** Storage may be forbidden. */
function stored<T>(work: () => T): NonNullable<T> | undefined {
  try {
    return work() ?? undefined
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return undefined
    throw error
  }
}
