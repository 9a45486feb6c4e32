import type { userOperations } from '@common/operations/users'
import type { MetaStore } from '@main/db/meta'
import { personIn } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createUserRepository } from './repository'
import { createUsersService, type UsersOptions } from './service'

/** Administration of all users. */
export function createUsers(
  options: Omit<UsersOptions, 'repository'> & { readonly store: MetaStore },
): FeatureModule<typeof userOperations> {
  const service = createUsersService({ ...options, repository: createUserRepository(options.store) })
  return {
    handlers: {
      userList: async (_context, query) => {
        const { list, count } = await service.list(query)
        return { list: [...list], count }
      },
      userRead: (_context, { userId }) => service.read(userId),
      userSave: async (context, { userId, ...changes }) => {
        await service.save(personIn(context).userId, userId, changes)
        return null
      },
      userSuspend: async (context, { userId }) => {
        await service.suspend(personIn(context).userId, userId)
        return null
      },
      userUnsuspend: async (context, { userId }) => {
        await service.unsuspend(personIn(context).userId, userId)
        return null
      },
      userRemove: async (context, { userId, newOwnerId }) => ({
        email: await service.remove(personIn(context).userId, userId, newOwnerId),
      }),
      userSessionsEnd: async (_context, { userId }) => ({ ended: await service.endSessions(userId) }),
    },
    audit: {
      userSave: ({ input }) => ({ operation: 'AUTHENTICATION/ROLES_MANAGEMENT', details: { ...input } }),
      userSuspend: ({ input }) => ({ operation: 'AUTHENTICATION/SUSPENDED', details: { ...input } }),
      userUnsuspend: ({ input }) => ({ operation: 'AUTHENTICATION/REACTIVATED', details: { ...input } }),
      userRemove: ({ input, output }) => ({
        operation: 'AUTHENTICATION/REMOVED',
        details: { ...input, title: output.email },
      }),
      userSessionsEnd: ({ input }) => ({ operation: 'AUTHENTICATION/SIGNOUT', details: { ...input } }),
    },
  }
}
