import { message } from '@common/messages'
import type { recoveryOperations } from '@common/operations/recovery'
import type { MetaStore } from '@main/db/meta'
import { englishBeside } from '@main/lib/messages'
import { personIn } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createRecoveryRepository } from './repository'
import { createRecoveryService, type RecoveryOptions, type RecoveryService } from './service'
import { noteChange } from '@main/lib/note-change'

/** Recovery of passwords, and confirmation of e-mail addresses. */
export interface Recovery extends FeatureModule<typeof recoveryOperations> {
  readonly confirmLater: RecoveryService['confirmLater']
}

export function createRecovery(options: Omit<RecoveryOptions, 'repository'> & { readonly store: MetaStore }): Recovery {
  const { store, mailer } = options
  const service = createRecoveryService({ ...options, repository: createRecoveryRepository(store) })
  return {
    confirmLater: service.confirmLater,
    handlers: {
      passwordForgot: async ({ actor, language }, { email }) => {
        await service.forgot(email, actor.ip, language)
        return englishBeside('msg', message((await mailer.isEnabled()) ? 'server.resetMailed' : 'server.resetAsked'))
      },
      passwordTokenValidate: async ({ actor }, { token }) => {
        await service.validate(token, actor.ip)
        return true as const
      },
      passwordReset: async ({ actor }, { token, password }) => {
        const email = await service.reset(token, password, actor.ip)
        return { ...withMessage('server.passwordReset'), email }
      },
      passwordResetLinkCreate: (_, { userId }) => service.linkFor(userId),
      emailValidationSend: async (context) => ({
        sent: await service.askConfirmation(personIn(context).userId, context.actor.ip),
      }),
      emailValidate: async (context, { token }) => {
        const email = await service.confirm(token, context.actor.ip)
        // The token works only once.
        noteChange(context, { confirmed: false }, { confirmed: true })
        return { ...withMessage('server.emailConfirmed'), email }
      },
    },
    audit: {
      passwordForgot: ({ input }) => ({
        operation: 'AUTHENTICATION/PASSWORD_FORGOT',
        // Anybody can ask for it.
        details: { title: input.email?.trim().toLowerCase() },
      }),
      passwordReset: ({ output }) => ({ operation: 'AUTHENTICATION/PASSWORD_RESET', email: output.email }),
      passwordResetLinkCreate: ({ output }) => ({
        operation: 'AUTHENTICATION/PASSWORD_RESET_LINK',
        details: { title: output.email },
      }),
      emailValidationSend: null,
      emailValidate: ({ output }) => ({ operation: 'AUTHENTICATION/EMAIL_VERIFICATION', email: output.email }),
    },
    settled: service.settled,
  }
}

type Done = 'server.passwordReset' | 'server.emailConfirmed'
const withMessage = (key: Done) => englishBeside('msg', message(key))
