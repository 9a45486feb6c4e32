import { attachmentLinkLifeMs } from '@common/constants'
import type { Clock } from '@main/lib/clock'
import type { SecretBox } from '@main/lib/secret-box'

/** The session or the link for visitors with which an address ends. */
export type LinkHolder =
  | { readonly kind: 'session'; readonly sessionId: string }
  /** The owner of the installation, who has no session. */
  | { readonly kind: 'user'; readonly userId: number }
  | ({ readonly kind: 'share' } & ShareHolder)

/** A link for visitors, as it was when a visitor asked for the file. */
export interface ShareHolder {
  /** The id in its address. */
  readonly link: string
  readonly passwordVersion: number
}

/** Content of an address without a header. */
export interface FileLink {
  readonly projectId: string
  readonly id: string
  readonly holder: LinkHolder
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
      const { projectId, id, holder, title, download } = link
      const ticket = box.seal(JSON.stringify([projectId, id, holder, title, download, ends]), place)
      return { ticket, expires: new Date(ends).toISOString() }
    },
    read: (ticket) => {
      const text = box.open(ticket, place)
      if (text === undefined) return undefined
      const [projectId, id, holder, title, download, ends] = JSON.parse(text) as [
        string,
        string,
        LinkHolder,
        string,
        boolean,
        number,
      ]
      return ends > clock.now().getTime() ? { projectId, id, holder, title, download } : undefined
    },
  }
}
