import { z } from 'zod'
import { defineOperations } from './define'

export const attachmentOperations = defineOperations({
  /** Stores the file of a multipart call. Returns an entry for an attachment cell. */
  attachmentUpload: {
    takesFile: true,
    changes: ['files'],
    scope: 'project',
    permission: 'file.upload',
    input: z.strictObject({}),
    output: z.object({ url: z.string(), title: z.string(), mimetype: z.string(), size: z.number() }),
    errors: ['ATTACHMENT_MISSING', 'ATTACHMENT_TOO_LARGE', 'TOO_MANY_REQUESTS', 'DISK_FULL'],
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
})
