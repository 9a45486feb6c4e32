import type { providerOperations } from '@common/operations/providers'
import type { AuditRules } from '@main/operations/module'
import { emailInToken } from '@main/features/second-factor'

export const providerAudit: AuditRules<typeof providerOperations> = {
  providerEnter: ({ input, output }) =>
    'linked' in output
      ? { operation: 'AUTHENTICATION/ACCOUNT_LINKED', details: { provider: input.provider } }
      : {
          operation: 'AUTHENTICATION/SIGNIN',
          email: emailInToken(output.token),
          details: { provider: input.provider },
        },
  providerLink: ({ output }) => ({ operation: 'AUTHENTICATION/ACCOUNT_LINKED', email: emailInToken(output.token) }),
  linkedAccountStart: null,
  linkedAccountRemove: () => ({ operation: 'AUTHENTICATION/ACCOUNT_UNLINKED' }),
}
