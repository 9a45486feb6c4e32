import { z } from 'zod'
import { namedRole, roleReferenceInput } from './access'
import { defineOperations } from './define'

const id = z.string().min(1).max(64)
const title = z.string().trim().min(1).max(100)

/** An API token without its value, which is shown only once. */
const listedToken = z.object({
  id: z.string(),
  title: z.string(),
  ...namedRole,
  /** True if the creator's role lacks permissions of the token's role, which the token then lacks too. */
  isLowered: z.boolean(),
  /** Last characters of its value. */
  ending: z.string(),
  /** E-mail address of the person who created it. */
  user: z.string(),
  /** True for tokens of the caller. */
  isOwn: z.boolean(),
  createdAt: z.string(),
  /** Null for a token without an end. */
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  /** Exact to a minute; null if it was never used. */
  lastUsedAt: z.string().nullable(),
})
export type ListedApiToken = z.infer<typeof listedToken>

export const apiTokenOperations = defineOperations({
  /** Creates a token for scripts. The answer is the only one that contains its value. */
  apiTokenCreate: {
    changes: ['tokens'],
    scope: 'project',
    permission: 'token.use',
    input: z.strictObject({
      title,
      /** Default: editor, or the caller's role if it is weaker. */
      role: roleReferenceInput.optional(),
      expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
    }),
    output: listedToken.extend({ token: z.string() }),
    errors: ['ROLE_NOT_FOUND', 'ROLE_ABOVE_OWN', 'API_TOKEN_EXPIRY_PAST', 'API_TOKENS_TOO_MANY'],
  },
  /** Lists the caller's tokens, newest first; with `token.manage`, those of all members. */
  apiTokenList: {
    reads: ['tokens', 'projects'],
    scope: 'project',
    permission: 'token.use',
    input: z.strictObject({}),
    output: z.object({ list: z.array(listedToken) }),
    errors: [],
  },
  apiTokenRename: {
    changes: ['tokens'],
    scope: 'project',
    permission: 'token.use',
    input: z.strictObject({ id, title }),
    output: z.null(),
    errors: ['API_TOKEN_NOT_FOUND'],
  },
  /** Deletes a token. It stops working with the next request. */
  apiTokenDelete: {
    changes: ['tokens'],
    scope: 'project',
    permission: 'token.use',
    input: z.strictObject({ id }),
    output: z.object({ title: z.string() }),
    errors: ['API_TOKEN_NOT_FOUND', 'ROLE_ABOVE_OWN'],
  },
})
