import { AppError } from '@common/errors'
import { message } from '@common/messages'
import { createQueue } from '@common/util/queue'
import { checkEmail, checkPassword, storedEmail, type Throttle } from '@main/features/auth'
import type { Mailer } from '@main/features/mail'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash, newLinkToken } from '@main/lib/link-token'
import type { LinkedAccount, LinkKind, RecoveryRepository } from './repository'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Lifetimes of links. A new password is asked for and set in one go; a confirmation can wait for Monday. */
const lifeMs: Readonly<Record<LinkKind, number>> = { reset: hourMs, verify: 7 * 24 * hourMs }

/** Accounts of one address that get a link. More would be an attack with many sign-ups. */
const accountsMailed = 5

export interface RecoveryOptions {
  readonly repository: RecoveryRepository
  readonly mailer: Mailer
  readonly throttle: Throttle
  readonly hashing: PasswordHashing
  readonly separateMark: (email: string, password: string) => string
  readonly linkTo: (route: string) => Promise<string>
  readonly clock: Clock
  readonly ids: Ids
  readonly report: (error: unknown) => void
}

/** A link for an administrator to pass on. */
export interface PassedLink {
  readonly email: string
  readonly link: string
  readonly expiresAt: string
}

/** New passwords and confirmed addresses. */
export interface RecoveryService {
  /** Sends links in the background. @throws AppError EMAIL_REQUIRED, EMAIL_INVALID, TOO_MANY_ATTEMPTS */
  readonly forgot: (email: string | null | undefined, address: string | null, language?: string) => Promise<void>
  /** @throws AppError RESET_TOKEN_INVALID, TOO_MANY_ATTEMPTS */
  readonly validate: (token: string, address: string | null) => Promise<void>
  /** @returns the address of the account */
  readonly reset: (token: string, password: string | null | undefined, address: string | null) => Promise<string>
  /** @throws AppError ACCOUNT_NOT_FOUND */
  readonly linkFor: (userId: number) => Promise<PassedLink>
  /** Sends the confirmation of an address in the background, if mail is set up and it isn't confirmed yet. */
  readonly confirmLater: (userId: number) => void
  /** Like `confirmLater`, on request. @returns false if no mail was sent */
  readonly askConfirmation: (userId: number, address: string | null) => Promise<boolean>
  /** @returns the confirmed address */
  readonly confirm: (token: string, address: string | null) => Promise<string>
  /** Resolves when everything in the background is done. */
  readonly settled: () => Promise<void>
}

export function createRecoveryService(options: RecoveryOptions): RecoveryService {
  const { repository, mailer, throttle, hashing, separateMark, linkTo, clock, ids, report } = options
  const { run, settled } = createQueue()
  const later = (work: () => Promise<unknown>): void => void run(work).catch(report)

  const newLink = async (account: LinkedAccount, kind: LinkKind, mailed: boolean): Promise<PassedLink> => {
    const token = newLinkToken(ids)
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + lifeMs[kind]).toISOString()
    await repository.addLink({
      userId: account.id,
      kind,
      tokenHash: linkTokenHash(token),
      mailed,
      now: now.toISOString(),
      expiresAt,
    })
    const route = kind === 'reset' ? '/user/password/reset' : '/user/email'
    return { email: account.email, link: await linkTo(`${route}?token=${token}`), expiresAt }
  }

  const mailReset = async (email: string, language: string | undefined): Promise<void> => {
    if (!(await mailer.isEnabled())) return
    const accounts = (await repository.accountsOf(email)).slice(0, accountsMailed)
    if (accounts.length === 0 || !(await throttle.mayMail(email))) return
    for (const account of accounts) {
      const { link } = await newLink(account, 'reset', true)
      mailer.send(
        account.email,
        {
          subject: message('mail.reset.subject'),
          paragraphs: [
            message('mail.reset.text'),
            ...(accounts.length === 1 ? [] : [message('mail.reset.one', { created: account.createdAt.slice(0, 10) })]),
            message('mail.reset.ignore'),
          ],
          action: { label: message('mail.reset.action'), link },
          reason: message('mail.reset.reason'),
        },
        language,
      )
    }
  }

  const mailConfirmation = async (userId: number): Promise<boolean> => {
    const account = await repository.account(userId)
    if (account === undefined || account.isVerified || !(await mailer.isEnabled())) return false
    if (!(await throttle.mayMail(account.email))) return false
    const { link } = await newLink(account, 'verify', true)
    mailer.send(account.email, {
      subject: message('mail.verify.subject'),
      paragraphs: [message('mail.verify.text'), message('mail.verify.ignore')],
      action: { label: message('mail.verify.action'), link },
      reason: message('mail.verify.reason'),
    })
    return true
  }

  const accountOf = async (kind: LinkKind, token: string, address: string | null): Promise<LinkedAccount> => {
    await throttle.link(address)
    const account = await repository.accountOfLink(kind, linkTokenHash(token), clock.now().toISOString())
    if (account !== undefined) return account
    throw new AppError(kind === 'reset' ? 'RESET_TOKEN_INVALID' : 'EMAIL_TOKEN_INVALID')
  }

  return {
    forgot: async (given, address, language) => {
      const email = checkEmail(given)
      await throttle.askLink(email, address)
      // In the background, so that the time of the response doesn't reveal known addresses.
      later(() => mailReset(email, language))
    },

    validate: async (token, address) => {
      await accountOf('reset', token, address)
    },

    reset: async (token, given, address) => {
      const account = await accountOf('reset', token, address)
      const password = checkPassword(given)
      const hash = await hashing.hash(password)
      const link = { tokenHash: linkTokenHash(token), now: clock.now().toISOString() }
      const email = storedEmail(account.storedEmail, (shown) => separateMark(shown, password))
      await repository.setPassword(account, link, { hash, storedEmail: email })
      await throttle.succeeded(account.email, address)
      if (await mailer.isEnabled())
        mailer.send(account.email, {
          subject: message('mail.changed.subject'),
          paragraphs: [message('mail.changed.text')],
          reason: message('mail.changed.reason'),
        })
      return account.email
    },

    linkFor: async (userId) => {
      const account = await repository.account(userId)
      if (account === undefined) throw new AppError('ACCOUNT_NOT_FOUND')
      return newLink(account, 'reset', false)
    },

    confirmLater: (userId) => later(() => mailConfirmation(userId)),

    askConfirmation: async (userId, address) => {
      await throttle.askLink(`confirmation ${userId}`, address)
      return mailConfirmation(userId)
    },

    confirm: async (token, address) => {
      const account = await accountOf('verify', token, address)
      await repository.confirm(account.id, linkTokenHash(token), clock.now().toISOString())
      return account.email
    },

    settled,
  }
}
