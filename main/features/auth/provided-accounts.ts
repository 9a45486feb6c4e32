import { AppError } from '@common/errors'
import type { ProvidedAccounts } from '@main/features/providers'
import { checkEmail } from './credentials'
import { noPassword, type AuthRepository, type NewSession } from './repository'
import type { AuthServiceOptions } from './service'
import type { RequestSource } from './session-uses'

/** Returns the accounts of people that a provider knows. They have no password. */
export function createProvidedAccounts({
  repository,
  throttle,
  setupCode,
  isSignUpClosed,
  authType,
  invitation: findInvitation,
  newSession,
}: Pick<AuthServiceOptions, 'throttle' | 'setupCode' | 'isSignUpClosed' | 'authType' | 'invitation'> & {
  readonly repository: AuthRepository
  readonly newSession: (from: RequestSource) => NewSession
}): ProvidedAccounts {
  return {
    isKnown: async (email) => (await repository.findByEmail(checkEmail(email))) !== undefined,

    create: async ({ email, firstName, lastName }, { address, viaProxy, invitation: token }, steps) => {
      const checked = checkEmail(email)
      await throttle.signUp(checked, address)
      const invitation = token === undefined ? undefined : await findInvitation(token, checked)
      const isFirst = invitation === undefined && !(await repository.hasAccounts())
      if (!isFirst || authType !== 'jwt') {
        if (invitation === undefined && (await isSignUpClosed())) throw new AppError('SIGN_UP_CLOSED')
      } else if (setupCode.isRequired(viaProxy)) {
        setupCode.announce()
        throw new AppError('SETUP_CODE_REQUIRED')
      }
      const session = newSession({ ip: address })
      const account = await repository.createAccount(
        { email: checked, passwordHash: noPassword, firstName, lastName, takesOver: isFirst },
        session,
        (idSql) => [...steps(idSql), ...(invitation?.steps(idSql) ?? [])],
      )
      invitation?.accepted()
      // Signing in starts a session of its own.
      await repository.endSession(session.id)
      return account.id
    },
  }
}
