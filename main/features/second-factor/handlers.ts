import { AppError } from '@common/errors'
import type { secondFactorOperations } from '@common/operations/second-factor'
import { personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { Tickets } from '@main/features/tickets'
import type { SecondFactors } from './service'
import { noteChange, noteGone } from '@main/lib/note-change'

/** Passwords, limits and sessions, for other ways to sign in. */
export interface SignInPort {
  /** True if the account has a password. */
  readonly hasPassword: (userId: number) => Promise<boolean>
  /** Asks for the password again before a change. Accounts without one pass. @throws AppError CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS */
  readonly confirmPassword: (
    userId: number,
    password: string | null | undefined,
    address: string | null,
  ) => Promise<void>
  /** Runs an attempt to guess a code. A success resets the counter. @throws AppError TOO_MANY_ATTEMPTS */
  readonly throttled: <T>(userId: number, address: string | null, attempt: () => Promise<T>) => Promise<T>
  /** Returns the account of an address and a password. @throws AppError CREDENTIALS_INVALID, TOO_MANY_ATTEMPTS */
  readonly match: (email: string, password: string, address: string | null) => Promise<number>
  /** Starts a session of an account, unless it has a second factor. @throws AppError SECOND_FACTOR_REQUIRED */
  readonly enter: (context: CallContext, userId: number) => Promise<{ readonly token: string }>
  /** Starts a session of an account that has proven everything. */
  readonly begin: (context: CallContext, userId: number) => Promise<{ readonly token: string }>
}

/** Handlers of `common/operations/second-factor.ts`. */
export function createSecondFactorHandlers({
  factors,
  tickets,
  signIn,
}: {
  readonly factors: SecondFactors
  readonly tickets: Tickets
  readonly signIn: SignInPort
}): Handlers<typeof secondFactorOperations> {
  const confirmed = async (context: CallContext, password: string | null | undefined) => {
    const { userId, email } = personIn(context)
    await signIn.confirmPassword(userId, password, context.actor.ip)
    return { id: userId, email }
  }
  const origin = ({ refreshCookie }: CallContext): string | undefined =>
    refreshCookie?.sameOrigin === true ? refreshCookie.origin : undefined

  const passkeyTitle = async (userId: number, id: string): Promise<string | undefined> =>
    (await factors.read(userId)).passkeys.find((passkey) => passkey.id === id)?.title

  return {
    secondFactorRead: async (context) => {
      const { userId } = personIn(context)
      return { ...(await factors.read(userId)), hasPassword: await signIn.hasPassword(userId) }
    },

    authenticatorStart: async (context, { password }) => {
      const { id, email } = await confirmed(context, password)
      return factors.startAuthenticator(id, email)
    },

    authenticatorConfirm: async (context, { code }) => {
      const { userId } = personIn(context)
      const recoveryCodes = await signIn.throttled(userId, context.actor.ip, () =>
        factors.confirmAuthenticator(userId, code),
      )
      return { recoveryCodes }
    },

    authenticatorRemove: async (context, { password }) => {
      const { id } = await confirmed(context, password)
      const { authenticator } = await factors.read(id)
      await factors.removeAuthenticator(id)
      noteChange(context, { authenticator }, { authenticator: false })
      return null
    },

    recoveryCodesRenew: async (context, { password }) => {
      const { id } = await confirmed(context, password)
      return { recoveryCodes: await factors.renewRecoveryCodes(id) }
    },

    passkeyStart: async (context, { password }) =>
      factors.startPasskey(await confirmed(context, password), origin(context)),

    passkeyAdd: (context, given) => factors.addPasskey(personIn(context).userId, given, origin(context)),

    passkeyRename: async (context, { id, title }) => {
      const { userId } = personIn(context)
      const before = await passkeyTitle(userId, id)
      await factors.renamePasskey(userId, id, title)
      noteChange(context, { title: before }, { title: await passkeyTitle(userId, id) })
      return null
    },

    passkeyRemove: async (context, { id, password }) => {
      const account = await confirmed(context, password)
      const title = await passkeyTitle(account.id, id)
      await factors.removePasskey(account.id, id)
      noteGone(context, { title })
      return null
    },

    secondFactorReset: async (context, { userId }) => {
      const facts = async () => {
        const { authenticator, recoveryCodes, passkeys } = await factors.read(userId)
        return { authenticator, recoveryCodes, passkeys: passkeys.map(({ title }) => title) }
      }
      const before = await facts()
      await factors.reset(userId)
      noteChange(context, before, await facts())
      return null
    },

    authSecondFactor: async (context, { ticket, code }) => {
      const { userId } = await readTicket(tickets, ticket)
      await signIn.throttled(userId, context.actor.ip, () => factors.useCode(userId, code))
      // Used up only now: a wrong code may be typed again.
      if ((await tickets.take('secondFactor', ticket)) === undefined) throw new AppError('SIGN_IN_EXPIRED')
      return signIn.begin(context, userId)
    },

    passkeySignInStart: async (context, { ticket }) => {
      const userId = ticket === undefined ? undefined : (await readTicket(tickets, ticket)).userId
      return factors.startPasskeySignIn(userId, origin(context))
    },

    passkeySignIn: async (context, { challenge, response }) => {
      // A signature can't be guessed, so a limit would only let strangers lock users out.
      const userId = await factors.usePasskey(challenge, response, origin(context))
      return signIn.begin(context, userId)
    },
  }
}

/** @throws AppError SIGN_IN_EXPIRED */
async function readTicket(tickets: Tickets, name: string): Promise<{ readonly userId: number }> {
  const userId = (await tickets.read('secondFactor', name))?.userId
  if (userId === undefined || userId === null) throw new AppError('SIGN_IN_EXPIRED')
  return { userId }
}
