import { AppError } from '@common/errors'
import { message, type MessageParams } from '@common/messages'
import type { InvitedPerson, PendingInvitation } from '@common/operations/invitations'
import { isCustomRole, type HeldRole } from '@common/permissions/custom-role'
import type { Principal } from '@common/principal'
import { checkGivable, checkNotAbove, type ProjectAccess, type ProjectAccesses } from '@main/features/access'
import { checkEmail, type SignUpInvitation } from '@main/features/auth'
import type { MailContent, Mailer } from '@main/features/mail'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash, newLinkToken } from '@main/lib/link-token'
import { acceptSteps, type Invitation, type InvitationRepository } from './repository'

const invitationLifeMs = 24 * 60 * 60_000

/** Place of invitations: a project with the principal who invites, or the installation. */
export type InvitePlace = { readonly projectId: string; readonly principal: Principal } | { readonly projectId: null }

/** Target of an invitation, with the reference of the role there. */
export type InviteTarget =
  | { readonly projectId: string; readonly principal: Principal; readonly role: string }
  | { readonly projectId: null; readonly role: null }

/** Title of a custom role; null for a system role. */
interface WithTitle {
  readonly roleTitle: string | null
}

export interface Inviter {
  readonly userId: number | null
  readonly email: string | null
}

export interface InvitationOptions {
  readonly repository: InvitationRepository
  readonly projects: ProjectAccesses
  /** Called when a person has joined a project by invitation. */
  readonly joined: (projectId: string) => void
  readonly mailer: Mailer
  readonly linkTo: (route: string) => Promise<string>
  readonly clock: Clock
  readonly ids: Ids
}

export interface InvitationService {
  /** @throws AppError EMAIL_INVALID, EMAILS_INVALID, ROLE_NOT_FOUND, ROLE_ABOVE_OWN */
  readonly invite: (emails: readonly string[], target: InviteTarget, inviter: Inviter) => Promise<InvitedPerson[]>
  readonly list: (projectId: string | null) => Promise<PendingInvitation[]>
  /** @throws AppError INVITATION_NOT_FOUND, ROLE_ABOVE_OWN */
  readonly resend: (id: string, place: InvitePlace, inviter: Inviter) => Promise<InvitedPerson>
  /** @throws AppError INVITATION_NOT_FOUND, ROLE_NOT_FOUND, ROLE_ABOVE_OWN */
  readonly setRole: (
    id: string,
    place: InvitePlace,
    role: string,
  ) => Promise<{ readonly email: string; readonly before: string; readonly after: string }>
  /** Returns the deleted invitation, with the name of its role. @throws AppError INVITATION_NOT_FOUND, ROLE_ABOVE_OWN */
  readonly revoke: (id: string, place: InvitePlace) => Promise<Invitation>
  /** @throws AppError INVITATION_INVALID */
  readonly read: (token: string) => Promise<Invitation & WithTitle & { readonly project: string | null }>
  /** Accepts an invitation with the account of an address. @throws AppError INVITATION_INVALID */
  readonly accept: (token: string, account: { readonly userId: number; readonly email: string }) => Promise<Invitation>
  /** @throws AppError INVITATION_INVALID for a token of another address too */
  readonly forSignUp: (token: string, email: string) => Promise<SignUpInvitation>
}

/** Returns the language of the inviter, which a stranger probably reads too. */
const languageOf = async (mailer: Mailer, { email }: Inviter): Promise<string | undefined> =>
  email === null ? undefined : mailer.languageOf(email)

export function createInvitationService(options: InvitationOptions): InvitationService {
  const { repository, projects, mailer, linkTo, clock, ids } = options
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
    const project = projectId === null ? null : await repository.projectTitle(projectId)
    mailer.send(email, invitationMail({ inviter: inviter.email, project }, link), await languageOf(mailer, inviter))
    return { email, outcome: 'mailed' }
  }

  const inviteOne = async (email: string, target: InviteTarget, inviter: Inviter): Promise<InvitedPerson> => {
    const { projectId, role } = target
    const account = await repository.accountOf(email)
    if (account === undefined) return sendLink(email, target, inviter)
    const isMember = projectId === null ? !account.isNew : await repository.isMember(projectId, account.id)
    if (isMember) return { email, outcome: 'member' }
    // Strangers can sign up with an address too. A mail reaches its owner alone.
    if (!account.isConfirmed && (await mailer.isEnabled())) return sendLink(email, target, inviter)
    await repository.grant(account.id, email, projectId, role, nowText())
    if (projectId !== null && (await mailer.isEnabled())) {
      const link = await linkTo(`/nc/${encodeURIComponent(projectId)}`)
      mailer.send(email, addedMail({ inviter: inviter.email, project: await repository.projectTitle(projectId) }, link))
    }
    return { email, outcome: 'added' }
  }

  const found = async (id: string, place: InvitePlace): Promise<Invitation> => {
    const invitation = await repository.find(id, place.projectId)
    if (invitation === undefined) throw new AppError('INVITATION_NOT_FOUND')
    if (place.projectId === null) return invitation
    const role = (await projects.now(place.projectId)).role(invitation.role)
    if (role !== undefined) checkNotAbove(place.principal, role)
    return invitation
  }

  /** @throws AppError ROLE_NOT_FOUND, ROLE_ABOVE_OWN */
  const checkRole = async (place: InvitePlace, reference: string | null): Promise<void> => {
    if (place.projectId === null) return
    const project = await projects.now(place.projectId)
    const role = project.role(reference)
    if (role === undefined) throw new AppError('ROLE_NOT_FOUND')
    checkGivable(place.principal, role, project)
  }

  const accepted = ({ projectId }: Invitation): void => {
    if (projectId !== null) options.joined(projectId)
  }

  const byToken = async (token: string): Promise<Invitation> => {
    const invitation = await repository.byToken(linkTokenHash(token), nowText())
    if (invitation === undefined) throw new AppError('INVITATION_INVALID')
    return invitation
  }

  return {
    invite: async (given, target, inviter) => {
      await checkRole(target, target.role)
      const people: InvitedPerson[] = []
      for (const email of checkedEmails(given)) people.push(await inviteOne(email, target, inviter))
      return people
    },

    list: async (projectId) => {
      const now = nowText()
      const [list, project] = await Promise.all([
        repository.ofProject(projectId),
        projectId === null ? undefined : projects.now(projectId),
      ])
      return list.map((each) => ({ ...listed(each, now), roleTitle: titleOf(project, each.role) }))
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

    setRole: async (id, place, role) => {
      const invitation = await found(id, place)
      await checkRole(place, role)
      await repository.setRole(id, role)
      const access = place.projectId === null ? undefined : await projects.now(place.projectId)
      return { email: invitation.email, before: nameOf(access, invitation.role), after: nameOf(access, role) }
    },

    revoke: async (id, place) => {
      const invitation = await found(id, place)
      await repository.remove(invitation.id)
      return withRoleName(invitation, projects)
    },

    read: async (token) => {
      const invitation = await byToken(token)
      const { projectId, role } = invitation
      return {
        ...invitation,
        roleTitle: projectId === null ? null : titleOf(await projects.now(projectId), role),
        project: projectId === null ? null : ((await repository.projectTitle(projectId)) ?? null),
      }
    },

    accept: async (token, { userId, email }) => {
      const invitation = await byToken(token)
      if (invitation.email !== email) throw new AppError('INVITATION_INVALID')
      await repository.accept(invitation, linkTokenHash(token), userId, nowText())
      accepted(invitation)
      return invitation
    },

    forSignUp: async (token, email) => {
      const invitation = await byToken(token)
      if (invitation.email !== email) throw new AppError('INVITATION_INVALID')
      const hash = linkTokenHash(token)
      return {
        steps: (idSql) => acceptSteps(invitation, hash, nowText(), idSql, []),
        accept: async (userId) => {
          await repository.accept(invitation, hash, userId, nowText())
          accepted(invitation)
        },
        accepted: () => accepted(invitation),
      }
    },
  }
}

/** Returns an invitation without its token. */
function listed(invitation: Invitation, now: string) {
  const { id, email, role, inviter, createdAt, expiresAt, mailed } = invitation
  return { id, email, role, inviter, createdAt, expiresAt, expired: expiresAt <= now, mailed }
}

interface MailFacts extends MessageParams {
  readonly inviter: string | null
  /** Title of the project; null for an invitation to the installation alone. */
  readonly project: string | null | undefined
}

const invitationMail = (params: MailFacts, link: string): MailContent => ({
  subject: message('mail.invitation.subject', params),
  paragraphs: [message('mail.invitation.text', params), message('mail.invitation.until')],
  action: { label: message('mail.invitation.action', params), link },
  reason: message('mail.invitation.reason', params),
})

const addedMail = (params: MailFacts, link: string): MailContent => ({
  subject: message('mail.added.subject', params),
  paragraphs: [message('mail.added.text', params)],
  action: { label: message('mail.added.action', params), link },
  reason: message('mail.added.reason', params),
})

/** Returns the title of a custom role, or the name of a system role. */
const nameOf = (project: ProjectAccess | undefined, reference: string | null): string =>
  titleOf(project, reference) ?? reference ?? ''

async function withRoleName(invitation: Invitation, projects: ProjectAccesses): Promise<Invitation> {
  const { projectId, role } = invitation
  if (projectId === null || role === null) return invitation
  return { ...invitation, role: nameOf(await projects.now(projectId), role) }
}

/** Returns the title of a custom role. */
function titleOf(project: ProjectAccess | undefined, reference: string | null): string | null {
  const role: HeldRole | undefined = project?.role(reference)
  return role !== undefined && isCustomRole(role) ? role.title : null
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
