import type { userOperations } from '@common/operations/users'
import type { MetaStore } from '@main/db/meta'
import { changedValues, goneValues, type ChangedValue } from '@main/lib/changed-values'
import { personIn, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createUserRepository, type StoredUser } from './repository'
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
        const { before, after } = await service.save(personIn(context).userId, userId, changes)
        noteUser(context, before, changedValues(factsOf(before), factsOf(after)))
        return null
      },
      userSuspend: async (context, { userId }) => {
        const before = await service.suspend(personIn(context).userId, userId)
        noteUser(context, before, changedValues(suspension(before), { suspended: true }))
        return null
      },
      userUnsuspend: async (context, { userId }) => {
        const before = await service.unsuspend(personIn(context).userId, userId)
        noteUser(context, before, changedValues(suspension(before), { suspended: false }))
        return null
      },
      userRemove: async (context, { userId, newOwnerId }) => {
        const before = await service.remove(personIn(context).userId, userId, newOwnerId)
        noteUser(context, before, goneValues(factsOf(before)))
        return { email: before.email }
      },
      userSessionsEnd: async (_context, { userId }) => ({ ended: await service.endSessions(userId) }),
    },
    audit: {
      // The handlers add the person, and the values before and after.
      userSave: ({ input: { userId, role } }) => ({
        operation: role === undefined ? 'AUTHENTICATION/PROFILE_CHANGE' : 'AUTHENTICATION/ROLES_MANAGEMENT',
        details: { userId },
      }),
      userSuspend: ({ input }) => ({ operation: 'AUTHENTICATION/SUSPENDED', details: { ...input } }),
      userUnsuspend: ({ input }) => ({ operation: 'AUTHENTICATION/REACTIVATED', details: { ...input } }),
      userRemove: ({ input }) => ({ operation: 'AUTHENTICATION/REMOVED', details: { ...input } }),
      userSessionsEnd: ({ input }) => ({ operation: 'AUTHENTICATION/SIGNOUT', details: { ...input } }),
    },
  }
}

/** Adds a person and what changed about the person to the audit. */
const noteUser = (context: CallContext, { email }: StoredUser, values: readonly ChangedValue[]): void =>
  context.noteForAudit?.({ title: email, ...(values.length > 0 && { values }) })

const factsOf = ({ firstName, lastName, role }: StoredUser) => ({ firstName, lastName, role })
const suspension = ({ suspendedAt }: StoredUser) => ({ suspended: suspendedAt !== null })
