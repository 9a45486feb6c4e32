import { AppError } from '@common/errors'
import type { userOperations } from '@common/operations/users'
import { roleReference } from '@common/permissions/custom-role'
import { authorize } from '@main/features/auth'
import type { ListedPerson, MemberCaller, People } from '@main/features/members'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { givenRoles, givenRole } from './given-roles'
import { required } from './required'

/** Services behind the calls about people. */
export interface PeopleCallServices {
  readonly people: People
  readonly users: { readonly handlers: Pick<Handlers<typeof userOperations>, 'userRemove'> }
}

const id = z.string().min(1).max(64)
const email = z.string().max(500).nullish()
const usersDefault = 20
const usersMax = 1_000
/** A number of the address, which the answer repeats as it was sent. */
const number = z
  .union([z.string(), z.number()])
  .refine((given) => /^\d{1,9}$/.test(String(given)))
  .optional()

/** A user, or an invited person without an account. Their tokens are secrets and always null (wire §3). */
const wireUser = z.object({
  id: z.union([z.number(), z.string()]),
  email: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  username: z.null(),
  invite_token: z.null(),
  invite_token_expires: z.string().nullable(),
  reset_password_token: z.null(),
  reset_password_expires: z.null(),
  email_verification_token: z.null(),
  email_verified: z.boolean().nullable(),
  roles: z.string().nullable(),
  project_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

const success = <T extends string>(msg: T) => z.object({ msg: z.literal(msg) })

/**
 * Calls about members of a project (wire §3). Their addresses are paths. An id is that of a user, or of an open
 * invitation.
 */
export const peopleCalls = (services?: PeopleCallServices) => ({
  adminUserList: scripted(
    {
      reads: ['projects', 'account'],
      scope: 'project',
      permission: 'member.manage',
      input: z.strictObject({
        project_id: z.string(),
        limit: number,
        offset: number,
        query: z.string().max(255).optional(),
      }),
      output: z.object({
        list: z.array(wireUser),
        count: z.number(),
        offset: z.union([z.string(), z.number()]),
        limit: z.union([z.string(), z.number()]),
      }),
      errors: [],
    },
    {
      http: { method: 'GET', path: '/admin' },
      handle: async (context, { limit = usersDefault, offset = 0, query = '' }) => {
        const caller = callerOf(context)
        const { count, list } = await required(services).people.list(caller, {
          search: query.trim(),
          limit: Math.min(Number(limit), usersMax),
          offset: Number(offset),
        })
        return { list: list.map((person) => wireOf(person, caller.projectId)), count, offset, limit }
      },
    },
  ),
  adminUserUpdate: scripted(
    {
      changes: ['projects', 'tokens'],
      scope: 'project',
      permission: 'member.manage',
      input: z.strictObject({ id, roles: givenRoles, project_id: z.string(), email }),
      output: success('User details updated successfully'),
      errors: ['MEMBER_NOT_FOUND', 'MEMBER_SELF', 'MEMBER_CHANGED', 'ROLE_ABOVE_OWN', 'LAST_OWNER'],
    },
    {
      http: { method: 'PUT', path: '/admin/:id' },
      handle: async (context, { id: person, roles }) => {
        const { email: title, values } = await required(services).people.setRole(
          callerOf(context),
          person,
          givenRole(roles),
        )
        context.noteForAudit?.({ title, values })
        return { msg: 'User details updated successfully' as const }
      },
      audit: () => ({ operation: 'AUTHENTICATION/ROLES_MANAGEMENT' }),
    },
  ),
  adminUserDelete: scripted(
    {
      changes: ['projects', 'tokens', 'account'],
      scope: 'project',
      permission: 'member.manage',
      input: z.strictObject({
        id,
        project_id: z.string(),
        email,
        /** Newer versions of the original need it. A super admin can remove the account itself. */
        type: z.enum(['DELETE_FROM_PROJECT', 'DELETE_FROM_NOCODB']).default('DELETE_FROM_PROJECT'),
      }),
      output: success('success'),
      errors: [
        'MEMBER_NOT_FOUND',
        'MEMBER_SELF',
        'MEMBER_CHANGED',
        'ROLE_ABOVE_OWN',
        'LAST_OWNER',
        'USER_NOT_FOUND',
        'OWN_ACCOUNT',
        'USER_OWNS_PROJECTS',
      ],
    },
    {
      http: { method: 'DELETE', path: '/admin/:id' },
      handle: async (context, { id: person, type }) => {
        if (type === 'DELETE_FROM_NOCODB') {
          authorize(context, 'installation.users')
          const userId = z.coerce.number().int().safeParse(person).data
          if (userId === undefined) throw new AppError('USER_NOT_FOUND')
          await required(services).users.handlers.userRemove(context, { userId })
        } else {
          const { email: title, values } = await required(services).people.remove(callerOf(context), person)
          context.noteForAudit?.({ title, values })
        }
        return { msg: 'success' as const }
      },
      audit: ({ type }) => ({
        operation: type === 'DELETE_FROM_NOCODB' ? 'AUTHENTICATION/REMOVED' : 'AUTHENTICATION/MEMBER_REMOVED',
      }),
    },
  ),
})

const callerOf = (context: CallContext): MemberCaller => ({
  principal: context.principal,
  projectId: inProject(context).projectId,
})

const secrets = {
  username: null,
  invite_token: null,
  reset_password_token: null,
  reset_password_expires: null,
  email_verification_token: null,
} as const

function wireOf(person: ListedPerson, projectId: string): z.infer<typeof wireUser> {
  if (person.kind === 'invitation') {
    const { id: invitation, email: address, role, createdAt, expiresAt } = person.invitation
    return {
      ...secrets,
      id: invitation,
      email: address,
      firstname: null,
      lastname: null,
      invite_token_expires: expiresAt,
      email_verified: null,
      roles: role,
      project_id: projectId,
      created_at: createdAt,
      updated_at: createdAt,
    }
  }
  const { id: user, email: address, firstName, lastName, emailVerified, role, createdAt, updatedAt } = person.user
  return {
    ...secrets,
    id: user,
    email: address,
    firstname: firstName,
    lastname: lastName,
    invite_token_expires: null,
    email_verified: emailVerified,
    roles: role === null ? null : roleReference(role),
    project_id: role === null ? null : projectId,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
