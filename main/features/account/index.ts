import { message } from '@common/messages'
import type { accountOperations, AccountSession } from '@common/operations/account'
import type { MetaStore } from '@main/db/meta'
import { englishBeside } from '@main/lib/messages'
import { personIn } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { noteChange } from '@main/lib/note-change'
import { createAccountRepository } from './repository'
import { createAccountService, type AccountOptions } from './service'

export interface Account extends FeatureModule<typeof accountOperations> {
  /** Sessions of any user, for administrators. */
  readonly sessions: {
    readonly list: (userId: number) => Promise<AccountSession[]>
    readonly endAll: (userId: number) => Promise<number>
  }
}

/** Sessions, password, names and picture of the signed-in user. */
export function createAccount(options: Omit<AccountOptions, 'repository'> & { readonly store: MetaStore }): Account {
  const service = createAccountService({ ...options, repository: createAccountRepository(options.store) })
  return {
    sessions: { list: (userId) => service.sessions(userId), endAll: service.endAllSessions },
    handlers: {
      sessionList: (context) => {
        const { userId, sessionId } = personIn(context)
        return service.sessions(userId, sessionId)
      },
      sessionEnd: async (context, { id }) => {
        await service.endSession(personIn(context), id)
        return null
      },
      sessionEndOthers: async (context) => ({ ended: await service.endOtherSessions(personIn(context)) }),
      sessionEndAll: async (context) => {
        const ended = await service.endAllSessions(personIn(context).userId)
        context.refreshCookie?.write(null)
        return { ended }
      },
      passwordChange: async (context, given) => {
        await service.changePassword(personIn(context), given, context.actor.ip)
        return englishBeside('msg', message('server.passwordChanged'))
      },
      userUpdate: async (context, { firstname, lastname }) => {
        const { before, after } = await service.rename(personIn(context), { firstName: firstname, lastName: lastname })
        noteChange(context, before, after)
        return englishBeside('msg', message('server.userUpdated'))
      },
      pictureSave: async (context, { picture }) => {
        const before = await service.hasPicture(personIn(context))
        await service.setPicture(personIn(context), picture)
        noteChange(context, { picture: before }, { picture: true })
        return null
      },
      pictureRemove: async (context) => {
        const before = await service.hasPicture(personIn(context))
        await service.removePicture(personIn(context))
        noteChange(context, { picture: before }, { picture: false })
        return null
      },
      pictureList: (context, { emails }) => service.pictures(personIn(context), emails),
    },
    audit: {
      sessionEnd: () => ({ operation: 'AUTHENTICATION/SIGNOUT' }),
      sessionEndOthers: () => ({ operation: 'AUTHENTICATION/SIGNOUT' }),
      sessionEndAll: () => ({ operation: 'AUTHENTICATION/SIGNOUT' }),
      passwordChange: () => ({ operation: 'AUTHENTICATION/PASSWORD_CHANGE' }),
      userUpdate: () => ({ operation: 'AUTHENTICATION/PROFILE_CHANGE' }),
      pictureSave: () => ({ operation: 'AUTHENTICATION/PROFILE_CHANGE' }),
      pictureRemove: () => ({ operation: 'AUTHENTICATION/PROFILE_CHANGE' }),
    },
  }
}
