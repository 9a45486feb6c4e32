import { operations } from '@common/operations'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'

const part = z.string().min(1).max(255)

/** Calls about files (wire §14.6). */
export const attachmentCalls = {
  /** Folder names and prefixes of scripts have no effect. */
  xcAttachmentUpload: translated('attachmentUpload', {
    input: z.strictObject({
      appendPath: z.array(part).max(20).optional(),
      prependName: z.array(part).max(20).optional(),
      public: z.literal(false).optional(),
    }),
    output: operations.attachmentUpload.output,
    toInput: () => ({}),
    toBody: (file) => file,
  }),
}
