import type { ListedMember, memberOperations } from '@common/operations/members'
import { isCustomRole, roleReference } from '@common/permissions/custom-role'
import type { MetaStore } from '@main/db/meta'
import type { OpenInvitations } from '@main/features/invitations'
import { inProject, personIn, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { memberAudit } from './audit-rules'
import { createMemberRepository, type Member } from './repository'
import { roleNote } from './role-note'
import { createPeople, type People } from './people'
import { createMemberService, type MemberCaller, type MemberServiceOptions } from './service'

export type { ListedPerson, People } from './people'
export type { MemberCaller } from './service'

export interface Members extends FeatureModule<typeof memberOperations> {
  /** Members and open invitations as one list, for scripts. */
  readonly people: People
}

/** Members of projects: roles, removal, leaving, transfer of the ownership. */
export function createMembers({
  store,
  invitations,
  ...rest
}: Omit<MemberServiceOptions, 'repository'> & {
  readonly store: MetaStore
  readonly invitations: OpenInvitations
}): Members {
  const repository = createMemberRepository(store)
  const service = createMemberService({ ...rest, repository })
  return {
    people: createPeople({ members: service, repository, invitations }),
    handlers: {
      memberList: async (context) => ({ list: (await service.list(inProject(context).projectId)).map(listed) }),
      memberRoleSet: async (context, { userId, role }) => {
        const { email, before, after } = await service.setRole(callerOf(context), userId, role)
        context.noteForAudit?.(roleNote(before, after))
        return { email }
      },
      memberRemove: async (context, { userId }) => {
        const { email, role } = await service.remove(callerOf(context), userId)
        context.noteForAudit?.(roleNote(role, null))
        return { email }
      },
      projectLeave: async (context) => {
        const left = await service.leave(inProject(context).projectId, personIn(context).userId)
        if (left !== undefined) context.noteForAudit?.(roleNote(left.role, null))
        return null
      },
      projectTransfer: async (context, { userId }) => {
        const { email, role } = await service.transfer(callerOf(context), userId)
        context.noteForAudit?.(roleNote(role, 'owner'))
        return { email }
      },
    },
    audit: memberAudit,
  }
}

const listed = ({ role, ...member }: Member): ListedMember => ({
  ...member,
  role: roleReference(role),
  roleTitle: isCustomRole(role) ? role.title : null,
})

const callerOf = (context: CallContext): MemberCaller => ({
  principal: context.principal,
  projectId: inProject(context).projectId,
})
