import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { commentOperations, ListedComment } from '@common/operations/comments'
import { Comment, may } from '@common/policies'
import { actorSeenBy, rowKeyOfPath } from '@main/features/audit'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { noteChange } from '@main/lib/note-change'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { mentionsIn, withAddresses } from './mentions'
import type { CommentRepository, Place, StoredComment } from './repository'
import type { CommentPorts } from './types'

export interface CommentHandlerOptions extends CommentPorts {
  readonly repository: CommentRepository
  readonly clock: Clock
  readonly ids: Ids
  readonly settled: () => Promise<void>
}

interface Found extends Place {
  readonly model: Table
  readonly key: readonly string[]
}

/** Handlers of `common/operations/comments.ts`. */
export function createCommentHandlers(options: CommentHandlerOptions): Handlers<typeof commentOperations> {
  const { repository, clock, ids, settled, table, keyOf, exists, visible, written: commentWritten } = options
  const newId = idMaker(ids)

  /** The record that a call is about; it need not be there. */
  const placeOf = async (context: CallContext, tableName: string, rowId: string): Promise<Found> => {
    const { projectId } = inProject(context)
    const model = await table(context.principal, projectId, tableName)
    const key = keyOf(model, rowId)
    if ((await visible(context.principal, projectId, model, [key])).length === 0)
      throw new AppError('ROW_NOT_FOUND', { table: model.title, key: rowId.slice(0, 100) })
    await settled()
    return { projectId, table: model.name, rowKey: rowKeyOfPath(model, key), model, key }
  }

  /** @throws AppError COMMENT_NOT_FOUND */
  const commentIn = async (place: Place, id: string): Promise<StoredComment> => {
    const found = await repository.find(place, id)
    if (found === undefined) throw new AppError('COMMENT_NOT_FOUND')
    return found
  }

  /** @throws AppError COMMENT_NOT_FOUND, COMMENT_NOT_YOURS */
  const ownComment = async (
    { principal }: CallContext,
    action: 'edit' | 'delete',
    place: Place,
    id: string,
  ): Promise<StoredComment> => {
    const found = await commentIn(place, id)
    if (!may(principal, action, Comment, found)) throw new AppError('COMMENT_NOT_YOURS')
    return found
  }

  const wireOf = async (context: CallContext, list: readonly StoredComment[]): Promise<ListedComment[]> => {
    const ids_ = list.flatMap(({ userId, resolvedBy, mentions }) =>
      [userId, resolvedBy, ...mentions.map(([id]) => id)].filter((id) => id !== null),
    )
    const addresses = await repository.addresses(ids_)
    const addressOf = (id: number | null): string | null => (id === null ? null : (addresses.get(id) ?? null))
    return list.map((comment) => ({
      id: comment.id,
      user: addressOf(comment.userId) ?? comment.email,
      actor: actorSeenBy(context.principal, comment.actor),
      origin: comment.origin,
      mine: may(context.principal, 'edit', Comment, comment),
      text: withAddresses(comment.text, comment.mentions, (id) => addresses.get(id)),
      mentions: comment.mentions.map(([id, was]) => addresses.get(id) ?? was),
      mentionsMe: comment.mentions.some(([id]) => id === context.actor.userId),
      createdAt: comment.createdAt,
      editedAt: comment.editedAt,
      resolvedAt: comment.resolvedAt,
      resolvedBy: comment.resolvedAt === null ? null : addressOf(comment.resolvedBy),
    }))
  }

  const oneOf = async (context: CallContext, comment: StoredComment): Promise<ListedComment> => {
    const [wire] = await wireOf(context, [comment])
    if (wire === undefined) throw new AppError('COMMENT_NOT_FOUND')
    return wire
  }

  return {
    commentList: async (context, { table: tableName, rowId, limit, before }) => {
      const place = await placeOf(context, tableName, rowId)
      const [found, counts] = await Promise.all([
        repository.list(place, { limit: limit + 1, ...(before === undefined ? {} : { before }) }),
        repository.counts(place.projectId, place.table, [place.rowKey]),
      ])
      const list = await wireOf(context, found.slice(0, limit).toReversed())
      return { list, count: counts.get(place.rowKey)?.count ?? 0, more: found.length > limit }
    },

    commentCreate: async (context, { table: tableName, rowId, text: given }) => {
      const text = written(given)
      const place = await placeOf(context, tableName, rowId)
      const { projectId, model, key } = place
      if (!(await exists(projectId, model, key, context.signal)))
        throw new AppError('ROW_NOT_FOUND', { table: model.title, key: rowId.slice(0, 100) })
      const now = clock.now()
      const id = newId(now)
      const mentions = mentionsIn(text, await repository.members(projectId))
      await repository.add(place, { id, text, mentions, createdAt: now.toISOString() }, context.actor)
      const named = mentions.map(([userId]) => userId)
      await commentWritten({ projectId, table: model, key, who: context.actor, text, named, edited: false })
      return { id }
    },

    commentUpdate: async (context, { table: tableName, rowId, id, text: given }) => {
      const text = written(given)
      const place = await placeOf(context, tableName, rowId)
      const was = await ownComment(context, 'edit', place, id)
      if (text === was.text) return oneOf(context, was)
      const mentions = mentionsIn(text, await repository.members(place.projectId))
      const change = { text, mentions, editedAt: clock.now().toISOString() }
      await repository.change(place, id, change)
      context.noteForAudit?.({ before: was.text, after: text })
      const before = new Set(was.mentions.map(([userId]) => userId))
      const named = mentions.flatMap(([userId]) => (before.has(userId) ? [] : [userId]))
      const { projectId, model, key } = place
      await commentWritten({ projectId, table: model, key, who: context.actor, text, named, edited: true })
      return oneOf(context, { ...was, ...change })
    },

    commentResolve: async (context, { table: tableName, rowId, id, resolved }) => {
      const place = await placeOf(context, tableName, rowId)
      const was = await commentIn(place, id)
      if (!may(context.principal, 'resolve', Comment, was)) throw new AppError('NOT_ALLOWED')
      if ((was.resolvedAt !== null) === resolved) return oneOf(context, was)
      const change = {
        resolvedAt: resolved ? clock.now().toISOString() : null,
        resolvedBy: resolved ? context.actor.userId : null,
      }
      await repository.change(place, id, change)
      noteChange(context, { resolved: !resolved }, { resolved })
      return oneOf(context, { ...was, ...change })
    },

    commentDelete: async (context, { table: tableName, rowId, id }) => {
      const place = await placeOf(context, tableName, rowId)
      const { text } = await ownComment(context, 'delete', place, id)
      await repository.remove(place, id)
      context.noteForAudit?.({ before: text, after: '' })
      return null
    },

    commentCounts: async (context, { table: tableName, rowIds }) => {
      const { projectId } = inProject(context)
      const model = await table(context.principal, projectId, tableName)
      const all = rowIds.map((rowId) => ({ rowId, path: keyOf(model, rowId) }))
      const seen = new Set(
        await visible(
          context.principal,
          projectId,
          model,
          all.map(({ path }) => path),
        ),
      )
      const keys = all
        .filter(({ path }) => seen.has(path))
        .map(({ rowId, path }) => ({ rowId, key: rowKeyOfPath(model, path) }))
      await settled()
      const counts = await repository.counts(projectId, model.name, [...new Set(keys.map(({ key }) => key))])
      return keys.flatMap(({ rowId, key }) => {
        const found = counts.get(key)
        return found === undefined ? [] : [{ rowId, ...found }]
      })
    },
  }
}

/**
 * Removes characters that no engine stores as text.
 *
 * @throws AppError COMMENT_EMPTY
 */
function written(description: string): string {
  const text = description.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim()
  if (text === '') throw new AppError('COMMENT_EMPTY')
  return text
}

/** Ids that sort by the time of writing, also within a millisecond. */
function idMaker(ids: Ids): (now: Date) => string {
  let lastTime = 0
  let count = 0
  return (now) => {
    const time = Math.max(now.getTime(), lastTime)
    count = time === lastTime ? count + 1 : 0
    lastTime = time
    return `${time.toString(16).padStart(12, '0')}${count.toString(16).padStart(8, '0')}${ids.hex(4)}`
  }
}
