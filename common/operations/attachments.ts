import { z } from 'zod'
import { defineOperations } from './define'

const part = z.string().min(1).max(255)

export const attachmentOperations = defineOperations({
  /**
   * Stores a file (wire §14.6). A multipart call: the part `file`, and the envelope as text in the part `json`;
   * `project_id` is also in the address. The answer is an entry of an attachment cell. Names of folders and beginnings
   * are taken for the sake of old scripts and do not matter: where a file lies is our own affair.
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
   * An address of a file that works without a header for ten minutes, in the session of who asks and while that person
   * is a member: for what a browser loads by itself, such as a film. `title` is the name under which it is saved.
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
