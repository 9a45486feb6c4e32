import { z } from 'zod'
import { defineOperations } from './define'

const record = { tn: z.string().min(1).max(255), rowId: z.string().min(1).max(4_000) }
const recordErrors = ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'] as const

export const noticeKinds = ['comment', 'mention', 'change', 'delete'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Something that happened to a record that the caller follows. */
export const wireNotice = z.object({
  id: z.string(),
  project_id: z.string(),
  project: z.string(),
  /** Name of the table in the database. */
  tn: z.string(),
  /** As in the path of the data API; null for a key too long to be kept. */
  rowId: z.string().nullable(),
  /** What the record was called then. */
  record: z.string(),
  kind: z.enum(noticeKinds),
  /** Beginning of the comment, or titles of the changed columns. */
  details: z.string(),
  /** E-mail address of the person who did it; null when the account is gone or nobody was signed in. */
  user: z.string().nullable(),
  created_at: z.string(),
  read: z.boolean(),
})
export type WireNotice = z.infer<typeof wireNotice>

export const followerOperations = defineOperations({
  /** Whether the caller follows a record. */
  recordFollowing: {
    kind: 'query',
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject(record),
    output: z.object({ following: z.boolean() }),
    errors: recordErrors,
  },
  /** Follows a record, or stops following it. Once stopped, comments and mentions do not follow it again. */
  recordFollow: {
    kind: 'command',
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ ...record, following: z.boolean() }),
    output: z.object({ following: z.boolean() }),
    errors: [...recordErrors, 'ROW_NOT_FOUND'],
  },
  /** What happened to the records that the caller follows, in all projects, newest first. */
  noticeList: {
    kind: 'query',
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.object({
      list: z.array(wireNotice),
      /** Of all, not only of those listed. */
      unread: z.number(),
    }),
    errors: [],
  },
  /** Marks all notices of the caller as read. */
  noticesRead: {
    kind: 'command',
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.null(),
    errors: [],
  },
  /** Deletes all notices of the caller. */
  noticesClear: {
    kind: 'command',
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.null(),
    errors: [],
  },
})
