import { z } from 'zod'
import { commentMaxCharacters } from '../constants'
import { origins } from '../model'
import { storedActor } from './audit'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
/** Key as in the path of the data API. */
const rowId = z.string().min(1).max(4_000)
const commentId = z.string().min(1).max(64)
const text = z.string().max(commentMaxCharacters)

/** A comment on a record. */
export const comment = z.object({
  id: z.string(),
  /** E-mail address; null for a deleted account. */
  user: z.string().nullable(),
  /** Null in comments of older versions. */
  actor: storedActor.nullable(),
  origin: z.enum(origins).nullable(),
  /** True if the caller wrote it. Only the author can change a comment. */
  mine: z.boolean(),
  /** Plain text. Mentions have the form `@address`. */
  text: z.string(),
  /** Current addresses of the mentioned members. */
  mentions: z.array(z.string()),
  /** True if the text mentions the caller. */
  mentionsMe: z.boolean(),
  createdAt: z.string(),
  /** Time of the last edit. */
  editedAt: z.string().nullable(),
  /** Time and author of the resolution. */
  resolvedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
})
export type ListedComment = z.infer<typeof comment>

const noComment = ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'COMMENT_NOT_FOUND'] as const

export const commentOperations = defineOperations({
  /** Lists the newest comments of a record, oldest first. With `before`, lists older comments. */
  commentList: {
    reads: ['comments'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({
      table: name,
      rowId,
      limit: z.number().int().min(1).max(1_000).default(50),
      /** Id of the oldest received comment. */
      before: commentId.optional(),
    }),
    output: z.object({
      list: z.array(comment),
      /** Total number of comments on the record. */
      count: z.number(),
      /** True if there are older comments. */
      more: z.boolean(),
    }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
  /** Adds a comment. Mentions have the form `@address`. */
  commentCreate: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ table: name, rowId, text }),
    output: z.object({ id: z.string() }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'ROW_NOT_FOUND', 'COMMENT_EMPTY'],
  },
  /** Edits the caller's own comment. */
  commentUpdate: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ table: name, rowId, id: commentId, text }),
    output: comment,
    errors: [...noComment, 'COMMENT_NOT_YOURS', 'COMMENT_EMPTY'],
  },
  /** Resolves or reopens a comment. */
  commentResolve: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ table: name, rowId, id: commentId, resolved: z.boolean() }),
    output: comment,
    errors: noComment,
  },
  /** Deletes the caller's own comment. */
  commentDelete: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ table: name, rowId, id: commentId }),
    output: z.null(),
    errors: [...noComment, 'COMMENT_NOT_YOURS'],
  },
  /** Counts comments per record, for records that have any; `open` excludes resolved ones. */
  commentCounts: {
    reads: ['comments'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ table: name, rowIds: z.array(rowId).max(1_000) }),
    output: z.array(z.object({ rowId: z.string(), count: z.number(), open: z.number() })),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
})
