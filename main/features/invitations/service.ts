import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { InvitedPerson, PendingInvitation } from '@common/operations/invitations'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { checkEmail, type SignUpInvitation } from '@main/features/auth'
import type { Mailer } from '@main/features/mail'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash, newLinkToken } from '@main/lib/link-token'
import { acceptSteps, type Invitation, type InvitationRepository } from './repository'

const invitationLifeMs = 24 * 60 * 60_000

/** Target of an invitation: a project with the role of the person who invites, or the installation. */
export type InviteTarget =
  | { readonly projectId: string; readonly ownRole: ProjectRole; readonly role: ProjectRole }
  | { readonly projectId: null; readonly role: null }

export interface Inviter {
  readonly userId: number | null
  readonly email: string | null
}

export interface InvitationOptions {
  readonly repository: InvitationRepository
  readonly mailer: Mailer
  readonly linkTo: (route: string) => Promise<string>
  readonly clock: Clock
  readonly ids: Ids
}

export interface InvitationService {
  /** @throws AppError EMAIL_INVALID, EMAILS_INVALID, ROLE_ABOVE_OWN */
  readonly invite: (emails: readonly string[], target: InviteTarget, inviter: Inviter) => Promise<InvitedPerson[]>
  readonly list: (projectId: string | null) => Promise<PendingInvitation[]>
  /** @param ownRole  role of the caller in the project @throws AppError INVITATION_NOT_FOUND, ROLE_ABOVE_OWN */
  readonly resend: (
    id: string,
    place: { readonly projectId: string; readonly ownRole: ProjectRole } | { readonly projectId: null },
    inviter: Inviter,
  ) => Promise<InvitedPerson>
  readonly revoke: (
    id: string,
    place: { readonly projectId: string; readonly ownRole: ProjectRole } | { readonly projectId: null },
  ) => Promise<void>
  /** @throws AppError INVITATION_INVALID */
  readonly read: (token: string) => Promise<Invitation & { readonly project: string | null }>
  /** Accepts an invitation with the account of an address. @throws AppError INVITATION_INVALID */
  readonly accept: (token: string, account: { readonly userId: number; readonly email: string }) => Promise<Invitation>
  /** @throws AppError INVITATION_INVALID for a token of another address too */
  readonly forSignUp: (token: string, email: string) => Promise<SignUpInvitation>
}

export function createInvitationService(options: InvitationOptions): InvitationService {
  const { repository, mailer, linkTo, clock, ids } = options
  const nowText = (): string => clock.now().toISOString()

  /** Stores a new link, and mails it or returns it. */
  const sendLink = async (
    email: string,
    { projectId, role }: Pick<Invitation, 'projectId' | 'role'>,
    inviter: Inviter,
  ): Promise<InvitedPerson> => {
    const token = newLinkToken(ids)
    const now = clock.now()
    const mailed = await mailer.isEnabled()
    await repository.add({
      id: ids.hex(16),
      email,
      tokenHash: linkTokenHash(token),
      projectId,
      role,
      mailed,
      inviterId: inviter.userId,
      inviter: inviter.email,
      now: now.toISOString(),
      expiresAt: new Date(now.getTime() + invitationLifeMs).toISOString(),
    })
    const link = await linkTo(`/user/authentication/signup/${token}`)
    if (!mailed) return { email, outcome: 'link', link }
    const params = {
      inviter: inviter.email,
      project: projectId === null ? null : await repository.projectTitle(projectId),
    }
    mailer.send(email, {
      subject: message('mail.invitation.subject', params),
      paragraphs: [message('mail.invitation.text', params), message('mail.invitation.until')],
      action: { label: message('mail.invitation.action', params), link },
      reason: message('mail.invitation.reason', params),
    })
    return { email, outcome: 'mailed' }
  }

  const inviteOne = async (email: string, target: InviteTarget, inviter: Inviter): Promise<InvitedPerson> => {
    const { projectId, role } = target
    const account = await repository.accountOf(email)
    if (account === undefined) return sendLink(email, target, inviter)
    const isMember = projectId === null ? !account.isNew : await repository.isMember(projectId, account.id)
    if (isMember) return { email, outcome: 'member' }
    await repository.grant(account.id, email, projectId, role, nowText())
    if (projectId !== null && (await mailer.isEnabled())) {
      const params = { inviter: inviter.email, project: await repository.projectTitle(projectId) }
      mailer.send(email, {
        subject: message('mail.added.subject', params),
        paragraphs: [message('mail.added.text', params)],
        action: {
          label: message('mail.added.action', params),
          link: await linkTo(`/nc/${encodeURIComponent(projectId)}`),
        },
        reason: message('mail.added.reason', params),
      })
    }
    return { email, outcome: 'added' }
  }

  const found = async (
    id: string,
    place: { readonly projectId: string; readonly ownRole: ProjectRole } | { readonly projectId: null },
  ): Promise<Invitation> => {
    const invitation = await repository.find(id, place.projectId)
    if (invitation === undefined) throw new AppError('INVITATION_NOT_FOUND')
    if (place.projectId !== null && invitation.role !== null) checkRank(place.ownRole, invitation.role)
    return invitation
  }

  const byToken = async (token: string): Promise<Invitation> => {
    const invitation = await repository.byToken(linkTokenHash(token), nowText())
    if (invitation === undefined) throw new AppError('INVITATION_INVALID')
    return invitation
  }

  return {
    invite: async (given, target, inviter) => {
      if (target.projectId !== null) checkRank(target.ownRole, target.role)
      const people: InvitedPerson[] = []
      for (const email of checkedEmails(given)) people.push(await inviteOne(email, target, inviter))
      return people
    },

    list: async (projectId) => {
      const now = nowText()
      const found = await repository.ofProject(projectId)
      return found.map(({ id, email, role, inviter, createdAt, expiresAt, mailed }) => ({
        id,
        email,
        role,
        inviter,
        createdAt,
        expiresAt,
        expired: expiresAt <= now,
        mailed,
      }))
    },

    resend: async (id, place, inviter) => {
      const invitation = await found(id, place)
      const target: InviteTarget =
        place.projectId === null || invitation.role === null
          ? { projectId: null, role: null }
          : { ...place, role: invitation.role }
      // The person may have signed up in the meantime.
      return inviteOne(invitation.email, target, inviter)
    },

    revoke: async (id, place) => {
      await repository.remove((await found(id, place)).id)
    },

    read: async (token) => {
      const invitation = await byToken(token)
      const { projectId } = invitation
      return {
        ...invitation,
        project: projectId === null ? null : ((await repository.projectTitle(projectId)) ?? null),
      }
    },

    accept: async (token, { userId, email }) => {
      const invitation = await byToken(token)
      if (invitation.email !== email) throw new AppError('INVITATION_INVALID')
      await repository.accept(invitation, linkTokenHash(token), userId, nowText())
      return invitation
    },

    forSignUp: async (token, email) => {
      const invitation = await byToken(token)
      if (invitation.email !== email) throw new AppError('INVITATION_INVALID')
      const hash = linkTokenHash(token)
      return {
        steps: (idSql) => acceptSteps(invitation, hash, nowText(), idSql, []),
        accept: (userId) => repository.accept(invitation, hash, userId, nowText()),
      }
    },
  }
}

/** @throws AppError ROLE_ABOVE_OWN */
function checkRank(own: ProjectRole, role: ProjectRole): void {
  if (projectRoles.indexOf(role) < projectRoles.indexOf(own)) throw new AppError('ROLE_ABOVE_OWN')
}

/** Checks all addresses before the first one is invited. */
function checkedEmails(given: readonly string[]): ReadonlySet<string> {
  const [only] = given
  if (given.length === 1 && only !== undefined) return new Set([checkEmail(only)])
  const wrong: string[] = []
  const emails = given.flatMap((text) => {
    try {
      return [checkEmail(text)]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      wrong.push(text.trim())
      return []
    }
  })
  if (wrong.length > 0) throw new AppError('EMAILS_INVALID', { emails: wrong })
  return new Set(emails)
}
