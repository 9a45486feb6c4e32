import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const record = { table: z.string().min(1).max(255), rowId: z.string().min(1).max(4_000) }
const recordErrors = ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'] as const

export const noticeKinds = [
  'comment',
  'mention',
  'change',
  'delete',
  'jobFailed',
  'jobStopped',
  'automationFailed',
  'automationStopped',
] as const

/** Kinds about a job or an automation instead of a record. */
export const workKinds: readonly NoticeKind[] = ['jobFailed', 'jobStopped', 'automationFailed', 'automationStopped']
export type NoticeKind = (typeof noticeKinds)[number]

/** Something that happened to a record that the caller follows, or to a job of the caller. */
export const notice = z.object({
  id: z.string(),
  projectId: z.string(),
  project: z.string(),
  /** Name of the table in the database; empty for a job. */
  table: z.string(),
  /** Key as in a path of the data API; null if it is too long to store. */
  rowId: z.string().nullable(),
  /** Name of the record, or of the job, at the time of the event. */
  record: z.string(),
  kind: z.enum(noticeKinds),
  /** Start of the comment, or titles of the changed columns. */
  details: z.string(),
  /** Reason of the failure of a job. */
  msg: z.string().optional(),
  message: wireMessage.optional(),
  /** E-mail address of the author; null if the account is deleted or the author was not signed in. */
  user: z.string().nullable(),
  createdAt: z.string(),
  read: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const followerOperations = defineOperations({
  /** Returns true if the caller follows the record. */
  recordFollowing: {
    reads: ['follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject(record),
    output: z.object({ following: z.boolean() }),
    errors: recordErrors,
  },
  /** Follows or unfollows a record. Once unfollowed, comments and mentions don't make the caller follow it again. */
  recordFollow: {
    changes: ['follows'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({ ...record, following: z.boolean() }),
    output: z.object({ following: z.boolean() }),
    errors: [...recordErrors, 'ROW_NOT_FOUND'],
  },
  /** Lists notifications about the records that the caller follows, in all projects, newest first. */
  noticeList: {
    reads: ['notices'],
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.object({
      list: z.array(notice),
      /** Counts all notifications, not only the listed ones. */
      unread: z.number(),
    }),
    errors: [],
  },
  /** Marks all notices of the caller as read. */
  noticesRead: {
    changes: ['notices'],
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.null(),
    errors: [],
  },
  /** Deletes all notices of the caller. */
  noticesClear: {
    changes: ['notices'],
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.null(),
    errors: [],
  },
})
