import { wireMessage } from '@common/messages'
import { serviceIds } from '@common/plugins/services/service'
import { z } from 'zod'
import { defineOperations } from './define'

/** Where attachments are: a storage, or `local` for the profile of the server. */
const place = z.enum(['local', ...serviceIds])
export type FilePlace = z.output<typeof place>

const move = z.object({
  to: place,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Files to move at the start. */
  total: z.number(),
  moved: z.number(),
  bytes: z.number(),
  /** Files that couldn't be moved. They stay where they are. */
  failed: z.number(),
  /** Why the last of them couldn't. */
  problem: wireMessage.nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})

const moveView = z.object({
  /** Where new files go. */
  active: place,
  /** Stored files by place. */
  places: z.array(z.object({ place, files: z.number(), bytes: z.number() })),
  /** The running move or the last one. */
  move: move.nullable(),
})
export type FileMoveView = z.output<typeof moveView>

export const attachmentOperations = defineOperations({
  /** Stores the file of a multipart call. Returns an entry for an attachment cell. */
  attachmentUpload: {
    takesFile: true,
    changes: ['files'],
    scope: 'project',
    permission: 'file.upload',
    input: z.strictObject({}),
    output: z.object({ url: z.string(), title: z.string(), mimetype: z.string(), size: z.number() }),
    errors: ['ATTACHMENT_MISSING', 'ATTACHMENT_TOO_LARGE', 'TOO_MANY_REQUESTS', 'DISK_FULL', 'STORAGE_FAILED'],
  },
  /**
   * Returns an address of a file that works without a header for ten minutes, while the session is open and the user is
   * a member, or while the visitor's link works. For files that the browser loads itself, such as videos. `title` is the file name for saving.
   */
  attachmentLink: {
    forVisitors: true,
    reads: ['files'],
    scope: 'project',
    permission: 'file.read',
    input: z.strictObject({
      url: z.string().min(1).max(8_192),
      title: z.string().min(1).max(255).optional(),
      download: z.boolean().optional(),
    }),
    output: z.object({ url: z.string(), expires: z.string() }),
    errors: ['ATTACHMENT_NOT_FOUND'],
  },
  /** Returns where attachments are, and how far a move has come. */
  fileMoveRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: moveView,
    errors: [],
  },
  /** Starts to move all attachments to a place. Files stay readable all the time. */
  fileMoveStart: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({ to: place }),
    output: moveView,
    errors: ['SERVICE_NOT_INSTALLED', 'FILE_MOVE_RUNNING'],
  },
  /** Ends a move. Moved files stay where they are. */
  fileMoveCancel: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: moveView,
    errors: ['FILE_MOVE_NOT_RUNNING'],
  },
})
