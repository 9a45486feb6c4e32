import { z } from 'zod'
import { defineOperations } from './define'

const part = z.string().min(1).max(255)

export const attachmentOperations = defineOperations({
  /**
   * Stores a file (wire §14.6). Multipart call: the part `file`, and the envelope as text in the part `json`;
   * `project_id` is also in the address. Returns an entry for an attachment cell. Accepts folder names and prefixes of
   * old scripts without effect.
   */
  xcAttachmentUpload: {
    door: 'legacy',
    changes: ['files'],
    scope: 'project',
    permission: 'file.upload',
    input: z.strictObject({
      appendPath: z.array(part).max(20).optional(),
      prependName: z.array(part).max(20).optional(),
      public: z.literal(false).optional(),
    }),
    output: z.object({ url: z.string(), title: z.string(), mimetype: z.string(), size: z.number() }),
    errors: ['ATTACHMENT_MISSING', 'ATTACHMENT_TOO_LARGE', 'TOO_MANY_REQUESTS', 'DISK_FULL'],
  },
  /**
   * Returns an address of a file that works without a header for ten minutes, while the session is open and the user is
   * a member. For files that the browser loads itself, such as videos. `title` is the file name for saving.
   */
  attachmentLink: {
    reads: ['files'],
    scope: 'project',
    permission: 'file.read',
    input: z.strictObject({
      url: z.string().min(1).max(8_192),
      title: part.optional(),
      download: z.boolean().optional(),
    }),
    output: z.object({ url: z.string(), expires: z.string() }),
    errors: ['ATTACHMENT_NOT_FOUND'],
  },
})
