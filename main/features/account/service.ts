import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { AccountSession } from '@common/operations/account'
import type { Person } from '@common/principal'
import { deviceOf } from '@common/util/device'
import { checkPassword, storedEmail } from '@main/features/auth'
import type { Mailer } from '@main/features/mail'
import type { SignInPort } from '@main/features/second-factor'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import { checkPicture } from './picture-file'
import type { AccountNames, AccountRepository } from './repository'

export interface AccountOptions {
  readonly repository: AccountRepository
  readonly signIn: Pick<SignInPort, 'hasPassword' | 'confirmPassword'>
  readonly hashing: PasswordHashing
  readonly separateMark: (email: string, password: string) => string
  readonly mailer: Mailer
  /** Called with a user whose sessions have ended, so that their windows notice. */
  readonly sessionsEnded: (userId: number) => void
  readonly clock: Clock
}

/** A user's own account. */
export interface AccountService {
  /** Returns the open sessions of a user: the given one, then the others by their latest use. */
  readonly sessions: (userId: number, currentId?: string) => Promise<AccountSession[]>
  /** @throws AppError SESSION_NOT_FOUND */
  readonly endSession: (person: Person, id: string) => Promise<void>
  /** @returns the number of ended sessions */
  readonly endOtherSessions: (person: Person) => Promise<number>
  readonly endAllSessions: (userId: number) => Promise<number>
  /** @throws AppError PASSWORDS_MISSING, PASSWORD_NOT_SET, CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS, and those of `checkPassword` */
  readonly changePassword: (
    person: Person,
    given: { readonly currentPassword?: string | null | undefined; readonly newPassword?: string | null | undefined },
    address: string | null,
  ) => Promise<void>
  /** Changes the given names. An empty one is deleted. Returns the names before and after. */
  readonly rename: (
    person: Person,
    names: { readonly firstName?: GivenName; readonly lastName?: GivenName },
  ) => Promise<{ readonly before: AccountNames; readonly after: AccountNames }>
  readonly hasPicture: (person: Person) => Promise<boolean>
  /** @throws AppError PICTURE_INVALID */
  readonly setPicture: (person: Person, base64: string) => Promise<void>
  readonly removePicture: (person: Person) => Promise<void>
  readonly pictures: (
    person: Person,
    emails: readonly string[],
  ) => Promise<{ readonly email: string; readonly picture: string }[]>
}

type GivenName = string | null | undefined

export function createAccountService(options: AccountOptions): AccountService {
  const { repository, signIn, hashing, separateMark, mailer, sessionsEnded, clock } = options
  const now = (): string => clock.now().toISOString()

  return {
    sessions: async (userId, currentId) => {
      const found = await repository.sessions(userId, now())
      const all = found.map(({ id, agent, address, createdAt, seenAt }) => ({
        id,
        current: id === currentId,
        ...deviceOf(agent),
        address,
        createdAt,
        seenAt,
      }))
      return [...all.filter(({ current }) => current), ...all.filter(({ current }) => !current)]
    },

    endSession: async ({ userId }, id) => {
      if (!(await repository.endSession(userId, id))) throw new AppError('SESSION_NOT_FOUND')
      sessionsEnded(userId)
    },

    endOtherSessions: async ({ userId, sessionId }) => {
      const ended = await repository.endSessions(userId, sessionId)
      sessionsEnded(userId)
      return ended
    },

    endAllSessions: async (userId) => {
      const ended = await repository.endSessions(userId)
      sessionsEnded(userId)
      return ended
    },

    changePassword: async ({ userId, sessionId, email }, { currentPassword, newPassword }, address) => {
      if (isMissing(currentPassword) || isMissing(newPassword)) throw new AppError('PASSWORDS_MISSING')
      const password = checkPassword(newPassword)
      const before = await repository.password(userId)
      if (before === undefined || !(await signIn.hasPassword(userId))) throw new AppError('PASSWORD_NOT_SET')
      await signIn.confirmPassword(userId, currentPassword, address)
      const after = {
        hash: await hashing.hash(password),
        storedEmail: storedEmail(before.storedEmail, (shown) => separateMark(shown, password)),
      }
      await repository.setPassword(userId, { before, after, now: now() }, sessionId)
      sessionsEnded(userId)
      if (await mailer.isEnabled())
        mailer.send(email, {
          subject: message('mail.changed.subject'),
          paragraphs: [message('mail.changed.own')],
          reason: message('mail.changed.reason'),
        })
    },

    rename: async ({ userId }, { firstName, lastName }) => {
      const names = { ...named('firstName', firstName), ...named('lastName', lastName) }
      const before = await repository.names(userId)
      await repository.setNames(userId, names, now())
      return { before, after: { ...before, ...names } }
    },

    hasPicture: ({ userId }) => repository.hasPicture(userId),

    setPicture: ({ userId }, base64) => repository.setPicture(userId, checkPicture(base64), now()),

    removePicture: ({ userId }) => repository.removePicture(userId),

    pictures: async ({ userId, isSuperAdmin }, emails) => {
      const unique = Array.from(new Set(emails))
      const found = await repository.pictures(unique, { userId, seesAll: isSuperAdmin })
      return found.map(({ email, mediaType, content }) => ({ email, picture: `data:${mediaType};base64,${content}` }))
    },
  }
}

function named<Field extends 'firstName' | 'lastName'>(
  field: Field,
  name: GivenName,
): Partial<Record<Field, string | null>> {
  if (name === undefined) return {}
  const trimmed = name?.trim() ?? ''
  return { [field]: trimmed === '' ? null : trimmed } as Record<Field, string | null>
}

const isMissing = (text: string | null | undefined): text is null | undefined | '' =>
  text === undefined || text === null || text === ''
