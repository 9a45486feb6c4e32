import { z } from 'zod'
import { storedTemplate } from '@common/templates'
import { defineOperations } from './define'

/** Address of the code host's API, unless a super admin sets another one. */
export const codeHostDefault = 'https://api.github.com'
export const codeHostBranchDefault = 'main'

const settings = {
  /** Address of the API, without a slash at its end. */
  host: z.string().trim().max(2_048).default(codeHostDefault),
  /** `owner/name`; empty without one. */
  repo: z
    .string()
    .trim()
    .max(200)
    .regex(/^$|^[\w.-]+\/[\w.-]+$/),
  branch: z.string().trim().min(1).max(255).default(codeHostBranchDefault),
  /** Folder of the templates in the repository; empty without one. */
  path: z
    .string()
    .trim()
    .max(1_000)
    // Neither empty parts nor a way out of the folder.
    .regex(/^$|^(?!\.{1,2}(?:\/|$))[^/]+(?:\/(?!\.{1,2}(?:\/|$))[^/]+)*$/),
}

const shown = z.object({
  host: z.string(),
  repo: z.string(),
  branch: z.string(),
  path: z.string(),
  hasToken: z.boolean(),
})
export type CodeHostSettings = z.output<typeof shown>

export const codeHostOperations = defineOperations({
  /** Returns where templates are published, without the token. */
  codeHostRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({}),
    output: shown,
    errors: [],
  },
  codeHostSave: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({
      ...settings,
      /** Left out: the stored one, as long as the host stays the same. Empty: none. */
      token: z.string().trim().max(1_024).optional(),
    }),
    output: shown,
    errors: ['OUTBOUND_ADDRESS_INVALID', 'SECRETS_LOCKED'],
  },
  /**
   * Writes a template into the repository: reads the sha of the file, then puts the new content (S2 §7).
   *
   * @returns the address of the file as plain text
   */
  codeHostPublish: {
    changes: [],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({
      template: storedTemplate,
      /** Address of an earlier publication, whose file is replaced. */
      url: z.string().max(4_096).optional(),
    }),
    output: z.object({ url: z.string(), path: z.string(), isNew: z.boolean() }),
    errors: [
      'CODE_HOST_NOT_SET_UP',
      'CODE_HOST_TOKEN_REFUSED',
      'CODE_HOST_LIMITED',
      'CODE_HOST_NOT_FOUND',
      'CODE_HOST_CONFLICT',
      'CODE_HOST_REJECTED',
      'CODE_HOST_FAILED',
      'CODE_HOST_ANSWER_INVALID',
      'OUTBOUND_ADDRESS_INVALID',
      'OUTBOUND_FORBIDDEN',
      'OUTBOUND_FAILED',
      'OUTBOUND_TIMEOUT',
      'TOO_MANY_REQUESTS',
    ],
  },
})
