import { z } from 'zod'
import { commentMaxCharacters } from '../constants'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
/** Key as in the path of the data API. */
const rowId = z.string().min(1).max(4_000)
const commentId = z.string().min(1).max(64)
const text = z.string().max(commentMaxCharacters)
const modelId = z.union([z.string().min(1).max(4_000), z.number()])

/** A comment on a record. */
export const wireComment = z.object({
  id: z.string(),
  /** E-mail address; null for a deleted account. */
  user: z.string().nullable(),
  /** True if the caller wrote it. Only the author can change a comment. */
  mine: z.boolean(),
  /** Plain text. Mentions have the form `@address`. */
  text: z.string(),
  /** Current addresses of the mentioned members. */
  mentions: z.array(z.string()),
  /** True if the text mentions the caller. */
  mentionsMe: z.boolean(),
  created_at: z.string(),
  /** Time of the last edit. */
  edited_at: z.string().nullable(),
  /** Time and author of the resolution. */
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
export type WireComment = z.infer<typeof wireComment>

const noComment = ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'COMMENT_NOT_FOUND'] as const

export const commentOperations = defineOperations({
  /** Lists the newest comments of a record, oldest first. With `before`, lists older comments. */
  commentList: {
    reads: ['comments'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({
      tn: name,
      rowId,
      limit: z.number().int().min(1).max(1_000).default(50),
      /** Id of the oldest received comment. */
      before: commentId.optional(),
    }),
    output: z.object({
      list: z.array(wireComment),
      /** Total number of comments on the record. */
      count: z.number(),
      /** True if there are older comments. */
      more: z.boolean(),
    }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
  /** Adds a comment. Mentions have the form `@address`. Returns its id in a list (wire §14.5). */
  xcAuditCommentInsert: {
    door: 'legacy',
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ model_id: modelId, model_name: name, description: text }),
    output: z.tuple([z.string()]),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'ROW_NOT_FOUND', 'COMMENT_EMPTY'],
  },
  /** Edits the caller's own comment. */
  commentUpdate: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ tn: name, rowId, id: commentId, description: text }),
    output: wireComment,
    errors: [...noComment, 'COMMENT_NOT_YOURS', 'COMMENT_EMPTY'],
  },
  /** Resolves or reopens a comment. */
  commentResolve: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ tn: name, rowId, id: commentId, resolved: z.boolean() }),
    output: wireComment,
    errors: noComment,
  },
  /** Deletes the caller's own comment. */
  commentDelete: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ tn: name, rowId, id: commentId }),
    output: z.null(),
    errors: [...noComment, 'COMMENT_NOT_YOURS'],
  },
  /** Counts comments per record, for records that have any (wire §14.5); `open` excludes resolved ones. */
  xcAuditModelCommentsCount: {
    door: 'legacy',
    reads: ['comments'],
    scope: 'project',
    permission: 'row.comment',
    // The original's interface sends an empty id for an unsaved row.
    input: z.strictObject({ model_name: name, ids: z.array(modelId.or(z.literal(''))).max(1_000) }),
    output: z.array(z.object({ model_id: modelId, count: z.number(), open: z.number() })),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
})
