import { z } from 'zod'
import { commentMaxCharacters } from '../constants'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
/** As in the path of the data API. */
const rowId = z.string().min(1).max(4_000)
const commentId = z.string().min(1).max(64)
const text = z.string().max(commentMaxCharacters)
const modelId = z.union([z.string().min(1).max(4_000), z.number()])

/** What somebody wrote about a record. */
export const wireComment = z.object({
  id: z.string(),
  /** E-mail address; null when the account is gone. */
  user: z.string().nullable(),
  /** Written by the caller, who alone may change it. */
  mine: z.boolean(),
  /** Plain text; people are named `@address`. */
  text: z.string(),
  /** Addresses of the people named in the text, as they are now. */
  mentions: z.array(z.string()),
  /** Names the caller. */
  mentionsMe: z.boolean(),
  created_at: z.string(),
  /** When its text was changed last. */
  edited_at: z.string().nullable(),
  /** When and by whom it was settled. */
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
export type WireComment = z.infer<typeof wireComment>

const noComment = ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'COMMENT_NOT_FOUND'] as const

export const commentOperations = defineOperations({
  /** Comments on a record, oldest first: the newest ones of them, and with `before` those that stand before. */
  commentList: {
    reads: ['comments'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({
      tn: name,
      rowId,
      limit: z.number().int().min(1).max(1_000).default(50),
      /** Id of the first comment seen: older ones are answered. */
      before: commentId.optional(),
    }),
    output: z.object({
      list: z.array(wireComment),
      /** All of the record's. */
      count: z.number(),
      /** Whether there are older ones. */
      more: z.boolean(),
    }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
  /** Writes a comment; members of the project are named `@address`. Answers its id in a list (wire §14.5). */
  xcAuditCommentInsert: {
    door: 'legacy',
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ model_id: modelId, model_name: name, description: text }),
    output: z.tuple([z.string()]),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'ROW_NOT_FOUND', 'COMMENT_EMPTY'],
  },
  /** Changes the text of a comment of one's own. */
  commentUpdate: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ tn: name, rowId, id: commentId, description: text }),
    output: wireComment,
    errors: [...noComment, 'COMMENT_NOT_YOURS', 'COMMENT_EMPTY'],
  },
  /** Settles a comment, or opens it again. */
  commentResolve: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ tn: name, rowId, id: commentId, resolved: z.boolean() }),
    output: wireComment,
    errors: noComment,
  },
  /** Removes a comment of one's own. */
  commentDelete: {
    changes: ['comments', 'follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ tn: name, rowId, id: commentId }),
    output: z.null(),
    errors: [...noComment, 'COMMENT_NOT_YOURS'],
  },
  /** How many comments records have, of those that have any (wire §14.5); `open` are not settled. */
  xcAuditModelCommentsCount: {
    door: 'legacy',
    reads: ['comments'],
    scope: 'project',
    permission: 'row.comment',
    // The original's interface sends an empty id for a row that is not saved yet.
    input: z.strictObject({ model_name: name, ids: z.array(modelId.or(z.literal(''))).max(1_000) }),
    output: z.array(z.object({ model_id: modelId, count: z.number(), open: z.number() })),
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
})
