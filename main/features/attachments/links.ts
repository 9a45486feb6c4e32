import { attachmentLinkLifeMs } from '@common/constants'
import type { Clock } from '@main/lib/clock'
import type { SecretBox } from '@main/lib/secret-box'

/** What an address without a header stands for. */
export interface FileLink {
  readonly projectId: string
  readonly id: string
  /** It ends with the session in which it was asked for. */
  readonly sessionId: string
  readonly title: string
  readonly download: boolean
}

/**
 * Addresses for what a browser loads by itself (pictures of a page, films, downloads), which can send no header. Each
 * is sealed: it says nothing to who sees it, cannot be made by others, and ends after ten minutes.
 */
export interface FileLinks {
  readonly make: (link: FileLink) => { readonly ticket: string; readonly expires: string }
  /** Undefined for what was not made here, or has ended. */
  readonly read: (ticket: string) => FileLink | undefined
}

const place = 'attachment link'

export function createFileLinks(box: SecretBox, clock: Clock): FileLinks {
  return {
    make: (link) => {
      const ends = clock.now().getTime() + attachmentLinkLifeMs
      const { projectId, id, sessionId, title, download } = link
      const ticket = box.seal(JSON.stringify([projectId, id, sessionId, title, download, ends]), place)
      return { ticket, expires: new Date(ends).toISOString() }
    },
    read: (ticket) => {
      const text = box.open(ticket, place)
      if (text === undefined) return undefined
      const [projectId, id, sessionId, title, download, ends] = JSON.parse(text) as [
        string,
        string,
        string,
        string,
        boolean,
        number,
      ]
      return ends > clock.now().getTime() ? { projectId, id, sessionId, title, download } : undefined
    },
  }
}
