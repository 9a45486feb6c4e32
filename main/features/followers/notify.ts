import { keyPart } from '@main/lib/key-part'
import type { Message } from '@common/messages'
import type { Actor, Table } from '@common/model'
import type { NoticeKind } from '@common/operations/followers'
import { rowEntries, rowKeyOfPath, rowKeyText, type StoredChanges, type RowChange } from '@main/features/audit'
import type { CommentWritten } from '@main/features/comments'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Mention } from './mention-mail'
import type { FollowerRepository, NewNotice, RecordPlace } from './repository'

export interface NotifyOptions {
  readonly repository: FollowerRepository
  readonly clock: Clock
  readonly ids: Ids
  /** Returns the name of a record; empty if it can't be read. */
  readonly nameOf: (projectId: string, table: Table, key: readonly string[]) => Promise<string>
  /** Moves followers and notices with their records. */
  readonly moved: (change: RowChange) => Promise<void>
  /** Notifies the user's windows of a new notice. */
  readonly notified: (userId: number) => void
  /** Mails a mention. */
  readonly mailed: (mention: Mention) => Promise<void>
}

/** Something that a person must know, without a record. */
export interface Alert {
  readonly kind: 'jobFailed' | 'jobStopped' | 'automationFailed' | 'automationStopped'
  readonly projectId: string
  readonly title: string
  readonly reason: Message
  /** The person, while a member of the project. Others are replaced by the owners, who learn of paused jobs too. */
  readonly userId: number | null
}

/** Creates notices from events of records. */
export interface Notify {
  readonly alert: (alert: Alert) => Promise<void>
  readonly rowsChanged: (change: RowChange) => Promise<void>
  readonly commented: (event: CommentWritten) => Promise<void>
}

const nameCharacters = 120
const detailsCharacters = 240
/** Merges changes of one person to one record within this time into one notice. */
const joinWithinMs = 60 * 60_000
const retentionMs = 60 * 24 * 60 * 60_000
/** Maximum number of notices per user, because others cause them. */
const retainedMax = 2_000

type Row = RowChange['after'][number]

export function createNotify({ repository, clock, ids, nameOf, moved, notified, mailed }: NotifyOptions): Notify {
  const add = async (
    place: RecordPlace,
    userIds: Iterable<number>,
    about: { readonly kind: NoticeKind; readonly recordName: string; readonly details: string; readonly who: Actor },
  ): Promise<void> => {
    const { kind, who } = about
    const now = clock.now()
    for (const userId of new Set(userIds)) {
      // Authors don't get notices about their own changes.
      if (userId === who.userId) continue
      const notice: NewNotice = {
        ...place,
        id: noticeId(now, ids),
        userId,
        kind,
        recordName: cut(about.recordName, nameCharacters),
        details: cut(about.details, detailsCharacters),
        actorId: who.userId,
        actor: who.email,
        createdAt: now.toISOString(),
      }
      const open = kind === 'change' ? await repository.openNotice(notice, ago(now, joinWithinMs)) : undefined
      const details = open === undefined ? notice.details : joined(open.details, notice.details)
      await repository.addNotice({ ...notice, details }, open?.id)
      await repository.prune(userId, { before: ago(now, retentionMs), most: retainedMax })
      notified(userId)
    }
  }

  return {
    alert: async ({ kind, projectId, title, reason, userId }) => {
      const now = clock.now()
      const members = await repository.members(projectId)
      const author = members.filter((member) => member.userId === userId)
      const owners = members.filter(({ isOwner }) => isOwner)
      const told = kind.endsWith('Stopped') || author.length === 0 ? [...author, ...owners] : author
      const readers = new Set(told.map((member) => member.userId))
      for (const reader of readers) {
        await repository.addNotice(
          {
            id: noticeId(now, ids),
            userId: reader,
            projectId,
            table: '',
            rowKey: '',
            kind,
            recordName: cut(title, nameCharacters),
            details: JSON.stringify(reason),
            actorId: null,
            actor: null,
            createdAt: now.toISOString(),
          },
          undefined,
        )
        await repository.prune(reader, { before: ago(now, retentionMs), most: retainedMax })
        notified(reader)
      }
    },

    rowsChanged: async (change) => {
      const { kind, projectId, table, who } = change
      // Finds followers of a deleted record before detaching them, and followers of a changed key under the new key.
      if (kind !== 'delete') await moved(change)
      const rows = kind === 'delete' ? change.before : change.after
      const concerns = kind !== 'create' && table.primaryKey.length > 0
      const keys = concerns ? rows.map((row) => keyOf(table, row)) : []
      const followed = await repository.followersOf(projectId, table.name, keys)
      if (kind === 'delete') await moved(change)
      if (followed.size === 0) return
      for (const [at, rowKey] of keys.entries()) {
        const [row, userIds] = [rows[at], followed.get(rowKey)]
        if (row === undefined || userIds === undefined) continue
        const details = kind === 'delete' ? '' : changedTitles(change, at)
        if (kind === 'update' && details === '') continue
        const place = { projectId, table: table.name, rowKey }
        await add(place, userIds, {
          kind: kind === 'delete' ? 'delete' : 'change',
          recordName: nameIn(table, row),
          details,
          who,
        })
      }
    },

    commented: async ({ projectId, table, key, who, text, named, edited }) => {
      const place = { projectId, table: table.name, rowKey: rowKeyOfPath(table, key) }
      const now = clock.now().toISOString()
      const joining = who.userId === null || edited ? named : [...named, who.userId]
      for (const userId of joining) {
        // Respects an earlier unfollow.
        if ((await repository.following(place, userId)) !== undefined) continue
        if (await repository.mayFollow(projectId, userId))
          await repository.setFollowing(place, userId, true, { id: ids.hex(16), now })
      }
      const followers = (await repository.followersOf(projectId, table.name, [place.rowKey])).get(place.rowKey) ?? []
      const isNamed = new Set(named)
      const about = { recordName: await nameOf(projectId, table, key), details: text, who }
      const mentioned = followers.filter((userId) => isNamed.has(userId))
      await add(place, mentioned, { ...about, kind: 'mention' })
      for (const userId of mentioned)
        if (userId !== who.userId)
          await mailed({ ...place, userId, recordName: about.recordName, text, author: who.email })
      if (edited) return
      const others = followers.filter((userId) => !isNamed.has(userId))
      await add(place, others, { ...about, kind: 'comment' })
    },
  }
}

const keyOf = (table: Table, row: Row): string => rowKeyText(table.primaryKey.map((column) => keyPart(row[column])))

/** Returns the titles of the changed columns of a row. */
function changedTitles(change: RowChange, at: number): string {
  const titles = rowEntries(change, at, 1).flatMap(({ changes }) =>
    (JSON.parse(changes) as StoredChanges).values.map(
      ([name]) => change.table.columns.find((column) => column.name === name)?.title ?? name,
    ),
  )
  return titles.join(', ')
}

function nameIn(table: Table, row: Row): string {
  const column = table.columns.find(({ primaryValue }) => primaryValue)
  const value = column && row[column.name]
  return value === undefined || value === null ? '' : String(value)
}

/** Merges lists of titles without duplicates. */
const joined = (before: string, after: string): string =>
  cut([...new Set([...before.split(', '), ...after.split(', ')])].join(', '), detailsCharacters)

const cut = (text: string, characters: number): string => {
  const letters = [...text.replaceAll(/\s+/g, ' ')]
  return letters.length > characters ? `${letters.slice(0, characters - 1).join('')}…` : letters.join('')
}

const ago = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

let lastTime = 0
let lastCount = 0

/** Ids that sort by time, also within a millisecond. */
function noticeId(now: Date, ids: Ids): string {
  const time = Math.max(now.getTime(), lastTime)
  lastCount = time === lastTime ? lastCount + 1 : 0
  lastTime = time
  return `${time.toString(16).padStart(12, '0')}${lastCount.toString(16).padStart(8, '0')}${ids.hex(4)}`
}
