import type { InvitedPerson } from '@common/operations/invitations'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { givenRoles, givenRole } from './given-roles'

/** A list of one or more addresses, separated by commas. */
const addresses = z
  .string()
  .max(20_000)
  .regex(/[^\s,]/)
const project = { project_id: z.string(), projectName: z.string().nullish() }

/** The original answers with the token and leaves the link to its page. */
const tokenOf = ({ link }: InvitedPerson): string | undefined => /[^/]+$/.exec(link ?? '')?.[0]

const success = z.object({ msg: z.literal('success') })
const withToken = z.object({ msg: z.literal('success'), invite_token: z.string().optional() })

/** Calls that invite people into a project (wire §3). Their addresses are paths. */
export const invitationCalls = {
  adminInvite: translated('memberInvite', {
    http: { method: 'POST', path: '/admin' },
    input: z.strictObject({ email: addresses, roles: givenRoles, ...project }),
    output: z.union([
      z.object({ invite_token: z.string(), email: z.string() }),
      z.object({ invite_token: z.string().optional(), emails: z.array(z.string()), error: z.array(z.never()) }),
      success,
    ]),
    toInput: ({ email, roles: given }) => ({
      emails: email.split(',').filter((each) => each.trim() !== ''),
      role: givenRole(given),
    }),
    toBody: ({ people }) => {
      const [first] = people
      if (first === undefined || people.length > 1) {
        const token = people.map(tokenOf).find((each) => each !== undefined)
        return {
          ...(token === undefined ? {} : { invite_token: token }),
          emails: people.map(({ email }) => email),
          error: [],
        }
      }
      const token = tokenOf(first)
      return token === undefined ? { msg: 'success' as const } : { invite_token: token, email: first.email }
    },
  }),
  /** `id` of an invitation, as `memberInvitationList` returns it. */
  adminResendInvite: translated('memberInvitationResend', {
    http: { method: 'POST', path: '/admin/resendInvite/:id' },
    input: z.strictObject({ id: z.string().min(1).max(64), ...project }),
    output: withToken,
    toInput: ({ id }) => ({ id }),
    toBody: (person) => {
      const token = tokenOf(person)
      return { msg: 'success' as const, ...(token === undefined ? {} : { invite_token: token }) }
    },
  }),
}
