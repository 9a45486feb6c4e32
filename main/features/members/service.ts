import { AppError } from '@common/errors'
import { roleReference, type HeldRole } from '@common/permissions/custom-role'
import { may, Member as MemberPolicy } from '@common/policies'
import { userOf, type Principal } from '@common/principal'
import { isAsStrictFor, type ProjectAccesses } from '@main/features/access'
import type { Member, MemberRepository } from './repository'

/** A caller in a project. */
export interface MemberCaller {
  readonly principal: Principal
  readonly projectId: string
}

export interface MemberService {
  readonly list: (projectId: string) => Promise<Member[]>
  /**
   * @param reference  of the new role
   * @throws AppError ROLE_NOT_FOUND, MEMBER_NOT_FOUND, MEMBER_SELF, MEMBER_CHANGED, ROLE_ABOVE_OWN, LAST_OWNER
   */
  readonly setRole: (
    caller: MemberCaller,
    userId: number,
    reference: string,
  ) => Promise<{ readonly email: string; readonly before: HeldRole; readonly after: HeldRole }>
  /** @throws AppError MEMBER_NOT_FOUND, MEMBER_SELF, MEMBER_CHANGED, ROLE_ABOVE_OWN, LAST_OWNER */
  readonly remove: (caller: MemberCaller, userId: number) => Promise<Member>
  /** @returns the former member; undefined if the person was removed meanwhile @throws AppError LAST_OWNER */
  readonly leave: (projectId: string, userId: number) => Promise<Member | undefined>
  /** @throws AppError MEMBER_NOT_FOUND, MEMBER_SELF, MEMBER_CHANGED, NOT_ALLOWED */
  readonly transfer: (caller: MemberCaller, userId: number) => Promise<Member>
}

export interface MemberServiceOptions {
  readonly repository: MemberRepository
  readonly projects: ProjectAccesses
  /** Called for each member whose rights changed. */
  readonly rightsChanged: (projectId: string, userId: number) => void
}

export function createMemberService({ repository, projects, rightsChanged }: MemberServiceOptions): MemberService {
  /** Foreign and unknown users look the same. */
  const other = async ({ principal, projectId }: MemberCaller, userId: number): Promise<Member> => {
    if (userOf(principal)?.userId === userId) throw new AppError('MEMBER_SELF')
    const member = await repository.find(projectId, userId)
    if (member === undefined) throw new AppError('MEMBER_NOT_FOUND')
    return member
  }

  return {
    list: repository.list,

    setRole: async (caller, userId, reference) => {
      const { principal, projectId } = caller
      const project = await projects.now(projectId)
      const role = project.role(reference)
      if (role === undefined) throw new AppError('ROLE_NOT_FOUND')
      const member = await other(caller, userId)
      const mayGive = may(principal, 'changeRole', MemberPolicy, { role })
      const isLaxer = !isAsStrictFor(principal, role, project)
      if (isLaxer || !mayGive || !may(principal, 'changeRole', MemberPolicy, member))
        throw new AppError('ROLE_ABOVE_OWN')
      const done = { email: member.email, before: member.role, after: role }
      if (roleReference(member.role) === reference) return done
      await repository.setRole(projectId, member, role)
      rightsChanged(projectId, userId)
      return done
    },

    remove: async (caller, userId) => {
      const { principal, projectId } = caller
      const member = await other(caller, userId)
      if (!may(principal, 'remove', MemberPolicy, member)) throw new AppError('ROLE_ABOVE_OWN')
      await repository.remove(projectId, member)
      rightsChanged(projectId, userId)
      return member
    },

    leave: async (projectId, userId) => {
      const member = await repository.find(projectId, userId)
      // Removed since the request began.
      if (member === undefined) return undefined
      await repository.remove(projectId, member)
      rightsChanged(projectId, userId)
      return member
    },

    transfer: async (caller, userId) => {
      const { principal, projectId } = caller
      const from = userOf(principal)
      const member = await other(caller, userId)
      if (from === null || !may(principal, 'own', MemberPolicy, member)) throw new AppError('NOT_ALLOWED')
      await repository.transfer(projectId, from.userId, member)
      for (const each of [from.userId, userId]) rightsChanged(projectId, each)
      return member
    },
  }
}
