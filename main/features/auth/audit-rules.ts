import type { authOperations } from '@common/operations/auth'
import type { AuditRules } from '@main/operations/module'

export const authAudit: AuditRules<typeof authOperations> = {
  authSignUp: ({ input }) => ({ operation: 'AUTHENTICATION/SIGNUP', email: address(input.email) }),
  authSignIn: ({ input }) => ({ operation: 'AUTHENTICATION/SIGNIN', email: address(input.email) }),
  authSignOut: () => ({ operation: 'AUTHENTICATION/SIGNOUT' }),
  authRefreshToken: null,
}

const address = (email: string | null | undefined): string | undefined => email?.trim().toLowerCase()
