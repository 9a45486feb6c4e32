import type { invitationOperations } from '@common/operations/invitations'
import type { MetaStore } from '@main/db/meta'
import type { Throttle } from '@main/features/auth'
import { changedValues, goneValues } from '@main/lib/changed-values'
import { inProject, personIn, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { invitationAudit } from './audit-rules'
import { createInvitationRepository, type Invitation } from './repository'
import { createInvitationService, type Inviter, type InvitationOptions, type InvitationService } from './service'

export type OpenInvitations = Pick<InvitationService, 'list' | 'setRole' | 'revoke'>

export interface Invitations {
  readonly forSignUp: InvitationService['forSignUp']
  /** Open invitations into projects. */
  readonly open: OpenInvitations
  /** @param throttle  slows down guessing of tokens */
  readonly module: (throttle: Throttle) => FeatureModule<typeof invitationOperations>
}

/** Invitations into projects and to this Basalt. */
export function createInvitations(
  options: Omit<InvitationOptions, 'repository'> & { readonly store: MetaStore },
): Invitations {
  const service = createInvitationService({ ...options, repository: createInvitationRepository(options.store) })
  const installation = { projectId: null, role: null } as const
  return {
    forSignUp: service.forSignUp,
    open: { list: service.list, setRole: service.setRole, revoke: service.revoke },
    module: (throttle) => ({
      handlers: {
        invitationRead: async ({ actor }, { token }) => {
          await throttle.link(actor.ip)
          const { email, project, role, roleTitle, inviter } = await service.read(token)
          return { email, project, role, roleTitle, inviter }
        },
        invitationAccept: async (context, { token }) => {
          await throttle.link(context.actor.ip)
          return { projectId: (await service.accept(token, personIn(context))).projectId }
        },
        memberInvite: async (context, { emails, role }) => ({
          people: await service.invite(emails, { ...placeOf(context), role }, inviterOf(context)),
        }),
        memberInvitationList: async (context) => ({ list: await service.list(placeOf(context).projectId) }),
        memberInvitationResend: (context, { id }) => service.resend(id, placeOf(context), inviterOf(context)),
        memberInvitationRoleSet: async (context, { id, role }) => {
          const { email, before, after } = await service.setRole(id, placeOf(context), role)
          context.noteForAudit?.({ values: changedValues({ role: before }, { role: after }) })
          return { email }
        },
        memberInvitationRevoke: async (context, { id }) => {
          noteRevoked(context, await service.revoke(id, placeOf(context)))
          return null
        },
        invitationCreate: async (context, { emails }) => ({
          people: await service.invite(emails, installation, inviterOf(context)),
        }),
        invitationList: async () => ({ list: await service.list(null) }),
        invitationResend: (context, { id }) => service.resend(id, installation, inviterOf(context)),
        invitationRevoke: async (context, { id }) => {
          noteRevoked(context, await service.revoke(id, installation))
          return null
        },
      },
      audit: invitationAudit,
    }),
  }
}

/** The project of a call with its principal. */
const placeOf = (context: CallContext) => {
  const { projectId, principal } = inProject(context)
  return { projectId, principal }
}

const noteRevoked = (context: CallContext, { email, role, expiresAt }: Invitation): void =>
  context.noteForAudit?.({ title: email, values: goneValues({ role, expiresAt }) })

const inviterOf = ({ actor: { userId, email } }: CallContext): Inviter => ({ userId, email })
