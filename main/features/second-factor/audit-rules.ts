import type { secondFactorOperations } from '@common/operations/second-factor'
import type { AuditRules } from '@main/operations/module'

/** First steps change nothing that counts, so they leave no line. */
export const secondFactorAudit: AuditRules<typeof secondFactorOperations> = {
  authenticatorStart: null,
  authenticatorConfirm: () => ({ operation: 'AUTHENTICATION/AUTHENTICATOR_ADDED' }),
  authenticatorRemove: () => ({ operation: 'AUTHENTICATION/AUTHENTICATOR_REMOVED' }),
  recoveryCodesRenew: () => ({ operation: 'AUTHENTICATION/RECOVERY_CODES_RENEWED' }),
  passkeyStart: null,
  passkeyAdd: ({ input }) => ({ operation: 'AUTHENTICATION/PASSKEY_ADDED', details: { title: input.title } }),
  passkeyRename: () => ({ operation: 'AUTHENTICATION/PASSKEY_RENAMED' }),
  passkeyRemove: () => ({ operation: 'AUTHENTICATION/PASSKEY_REMOVED' }),
  secondFactorReset: ({ input }) => ({
    operation: 'AUTHENTICATION/SECOND_FACTOR_RESET',
    details: { userId: input.userId },
  }),
  authSecondFactor: ({ output }) => ({ operation: 'AUTHENTICATION/SIGNIN', email: emailInToken(output.token) }),
  passkeySignInStart: null,
  passkeySignIn: ({ output }) => ({ operation: 'AUTHENTICATION/SIGNIN', email: emailInToken(output.token) }),
}

/** Returns the address in an access token that the server has just signed. */
export function emailInToken(token: string): string | undefined {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
  return typeof payload.email === 'string' ? payload.email : undefined
}
