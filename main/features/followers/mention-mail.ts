import { message } from '@common/messages'
import { defaultDbAlias } from '@common/constants'
import { metaTables, type MetaStore } from '@main/db/meta'
import { isKeyDigest } from '@main/features/audit'
import { shownEmail } from '@main/features/auth'
import type { Mailer } from '@main/features/mail'
import type { RecordPlace } from './repository'

const { users, projects } = metaTables
const quoteCharacters = 2_000

/** A mention of a user in a comment. */
export interface Mention extends RecordPlace {
  readonly userId: number
  readonly recordName: string
  readonly text: string
  /** E-mail address of the author. */
  readonly author: string | null
}

export interface MentionMailOptions {
  readonly store: MetaStore
  readonly mailer: Mailer
  readonly linkTo: (route: string) => Promise<string>
}

/** Returns the function that mails a mention to the mentioned user, who may read the comment. */
export function createMentionMail({ store, mailer, linkTo }: MentionMailOptions): (mention: Mention) => Promise<void> {
  return async ({ userId, projectId, table, rowKey, recordName, text, author }) => {
    if (!(await mailer.isEnabled())) return
    const [user, project] = await Promise.all([
      store.find(users, { id: userId }),
      store.find(projects, { id: projectId }),
    ])
    if (user === undefined || user.suspended_at !== null || project === undefined) return
    const params = { author, record: recordName, project: project.title }
    const query = new URLSearchParams({
      name: table,
      type: 'table',
      dbalias: defaultDbAlias,
      ...(isKeyDigest(rowKey) ? {} : { record: rowKey }),
    })
    mailer.send(shownEmail(user.email), {
      subject: message('mail.mention.subject', params),
      paragraphs: [message('mail.mention.text', params)],
      quote: text.slice(0, quoteCharacters),
      action: {
        label: message('mail.mention.action'),
        link: await linkTo(`/nc/${encodeURIComponent(projectId)}?${query.toString()}`),
      },
      reason: message('mail.mention.reason', params),
    })
  }
}
