import { attachmentLinkLifeMs } from '@common/constants'
import type { Clock } from '@main/lib/clock'
import type { SecretBox } from '@main/lib/secret-box'

/** Content of an address without a header. */
export interface FileLink {
  readonly projectId: string
  readonly id: string
  /** It expires with this session. */
  readonly sessionId: string
  readonly title: string
  readonly download: boolean
}

/**
 * Addresses for files that browsers load without headers (pictures, videos, downloads). Each is sealed, can't be forged
 * and expires after ten minutes.
 */
export interface FileLinks {
  readonly make: (link: FileLink) => { readonly ticket: string; readonly expires: string }
  /** Returns undefined for a forged or expired address. */
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
