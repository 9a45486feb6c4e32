import { AppError } from '@common/errors'
import type { PendingInvitation } from '@common/operations/invitations'
import type { OpenInvitations } from '@main/features/invitations'
import { changedValues, goneValues, type ChangedValue } from '@main/lib/changed-values'
import type { ListedUser, MemberRepository } from './repository'
import { roleNote } from './role-note'
import type { MemberCaller, MemberService } from './service'

/** A user, or an open invitation. */
export type ListedPerson =
  | { readonly kind: 'user'; readonly user: ListedUser }
  | { readonly kind: 'invitation'; readonly invitation: PendingInvitation }

/** A person with a changed role, and the role before and after. */
export interface ChangedPerson {
  readonly email: string
  readonly values: readonly ChangedValue[]
}

/** Members and open invitations of a project as one list. Ids of users are numbers, those of invitations aren't. */
export interface People {
  /** Lists users by address, then open invitations. Super admins get all users of the installation. */
  readonly list: (
    caller: MemberCaller,
    query: { readonly search: string; readonly limit: number; readonly offset: number },
  ) => Promise<{ readonly count: number; readonly list: readonly ListedPerson[] }>
  /** @throws AppError those of `MemberService` and `OpenInvitations` */
  readonly setRole: (caller: MemberCaller, id: string, role: string) => Promise<ChangedPerson>
  /** Removes a member or withdraws an invitation. */
  readonly remove: (caller: MemberCaller, id: string) => Promise<ChangedPerson>
}

export function createPeople({
  members,
  repository,
  invitations,
}: {
  readonly members: MemberService
  readonly repository: Pick<MemberRepository, 'users'>
  readonly invitations: OpenInvitations
}): People {
  return {
    list: async ({ principal, projectId }, { search, limit, offset }) => {
      const everyone = principal.roles.includes('super')
      const { count, list } = await repository.users({ projectId, search, everyone }, { limit, offset })
      const wanted = search.toLowerCase()
      const open = (await invitations.list(projectId)).filter(({ email }) => email.includes(wanted))
      const first = Math.max(0, offset - count)
      return {
        count: count + open.length,
        list: [
          ...list.map((user): ListedPerson => ({ kind: 'user', user })),
          ...open
            .slice(first, first + limit - list.length)
            .map((invitation): ListedPerson => ({ kind: 'invitation', invitation })),
        ],
      }
    },

    setRole: async (caller, id, role) => {
      if (isUserId(id)) {
        const { email, before, after } = await members.setRole(caller, Number(id), role)
        return { email, ...roleNote(before, after) }
      }
      const { email, before, after } = await notFoundAsMember(invitations.setRole(id, caller, role))
      return { email, values: changedValues({ role: before }, { role: after }) }
    },

    remove: async (caller, id) => {
      if (isUserId(id)) {
        const { email, role } = await members.remove(caller, Number(id))
        return { email, ...roleNote(role, null) }
      }
      const { email, role } = await notFoundAsMember(invitations.revoke(id, caller))
      return { email, values: goneValues({ role }) }
    },
  }
}

const isUserId = (id: string): boolean => /^\d{1,15}$/.test(id)

/** An id that is neither a user's nor an invitation's is unknown in one way. */
async function notFoundAsMember<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVITATION_NOT_FOUND')
      throw new AppError('MEMBER_NOT_FOUND', {}, { cause: error })
    throw error
  }
}
