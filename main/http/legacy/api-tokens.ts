import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { one } from './shapes'

const id = z.union([z.string().min(1).max(64), z.number()]).transform(String)
/** Name of a token that has no description. */
const unnamed = 'API token'
const title = (description: string | null | undefined): string => description?.trim().slice(0, 100) || unnamed
const description = z.string().max(1_000).nullish()
const maskedCharacters = 36

/** Calls about API tokens (wire §14.4). */
export const apiTokenCalls = {
  /** The token has the role editor, as in the original, or the caller's weaker one. It works in its project only. */
  xcApiTokenCreate: translated('apiTokenCreate', {
    input: z.strictObject({ description }),
    output: z.object({ description: z.string(), token: z.string() }),
    toInput: (body) => ({ title: title(body.description), expiresAt: null }),
    toBody: ({ title: name, token }) => ({ description: name, token }),
  }),
  /** Shows the last characters of each token only: the others aren't stored. */
  xcApiTokenList: translated('apiTokenList', {
    input: z.strictObject({}),
    output: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        token: z.string(),
        permissions: z.string(),
        expiry: z.string().nullable(),
        enabled: z.literal(1),
        created_at: z.string(),
        updated_at: z.string(),
      }),
    ),
    toInput: () => ({}),
    toBody: ({ list }) =>
      list.map(({ id: token, title: name, ending, role, roleTitle, expiresAt, createdAt }) => ({
        id: token,
        description: name,
        token: '*'.repeat(maskedCharacters) + ending,
        permissions: roleTitle ?? role,
        expiry: expiresAt,
        enabled: 1 as const,
        created_at: createdAt,
        updated_at: createdAt,
      })),
  }),
  xcApiTokenUpdate: translated('apiTokenRename', {
    input: z.strictObject({ id, description }),
    output: z.null(),
    toInput: (body) => ({ id: body.id, title: title(body.description) }),
    toBody: () => null,
  }),
  xcApiTokenDelete: translated('apiTokenDelete', {
    input: z.strictObject({ id }),
    output: one,
    toInput: (body) => ({ id: body.id }),
    toBody: () => 1 as const,
  }),
}
