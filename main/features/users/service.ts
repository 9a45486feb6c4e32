import { AppError } from '@common/errors'
import type { UserDetails } from '@common/operations/users'
import type { AccountSession } from '@common/operations/account'
import type { SignInPort } from '@main/features/second-factor'
import type { Clock } from '@main/lib/clock'
import type { StoredUser, UserChanges, UserRepository } from './repository'

export interface UsersOptions {
  readonly repository: UserRepository
  readonly signIn: Pick<SignInPort, 'hasPassword'>
  readonly sessions: {
    readonly list: (userId: number) => Promise<AccountSession[]>
    /** @returns the number of ended sessions */
    readonly endAll: (userId: number) => Promise<number>
  }
  /** Called with a user whose sessions have ended, so that their windows notice. */
  readonly sessionsEnded: (userId: number) => void
  readonly clock: Clock
}

/** All users of the installation. `actorId` is the super admin who acts. */
export interface UsersService {
  readonly list: UserRepository['list']
  /** @throws AppError USER_NOT_FOUND */
  readonly read: (userId: number) => Promise<UserDetails>
  /** @throws AppError USER_NOT_FOUND, OWN_ACCOUNT */
  readonly save: (
    actorId: number,
    userId: number,
    changes: UserChanges,
  ) => Promise<{ readonly before: StoredUser; readonly after: StoredUser }>
  /** @returns the account before */
  readonly suspend: (actorId: number, userId: number) => Promise<StoredUser>
  /** @returns the account before */
  readonly unsuspend: (actorId: number, userId: number) => Promise<StoredUser>
  /** @returns the removed account. @throws AppError USER_OWNS_PROJECTS, NEW_OWNER_INVALID and those above */
  readonly remove: (actorId: number, userId: number, newOwnerId: number | undefined) => Promise<StoredUser>
  readonly endSessions: (userId: number) => Promise<number>
}

export function createUsersService(options: UsersOptions): UsersService {
  const { repository, signIn, sessions, sessionsEnded, clock } = options
  const now = (): string => clock.now().toISOString()

  const found = async (userId: number): Promise<StoredUser> => {
    const user = await repository.find(userId)
    if (user === undefined) throw new AppError('USER_NOT_FOUND')
    return user
  }
  const forbidOwn = (actorId: number, userId: number): void => {
    if (actorId === userId) throw new AppError('OWN_ACCOUNT')
  }

  return {
    list: repository.list,

    read: async (userId) => {
      const [user, memberships, open, hasPassword] = await Promise.all([
        found(userId),
        repository.memberships(userId),
        sessions.list(userId),
        signIn.hasPassword(userId),
      ])
      return { ...user, memberships: [...memberships], sessions: open, hasPassword }
    },

    save: async (actorId, userId, changes) => {
      const before = await found(userId)
      if (changes.role !== undefined && changes.role !== before.role) forbidOwn(actorId, userId)
      await repository.save(actorId, userId, { ...changes, ...trimmedNames(changes) }, now())
      return { before, after: await found(userId) }
    },

    suspend: async (actorId, userId) => {
      forbidOwn(actorId, userId)
      const before = await found(userId)
      await repository.suspend(actorId, userId, now())
      sessionsEnded(userId)
      return before
    },

    unsuspend: async (actorId, userId) => {
      const before = await found(userId)
      await repository.unsuspend(actorId, userId, now())
      return before
    },

    remove: async (actorId, userId, newOwnerId) => {
      forbidOwn(actorId, userId)
      const before = await found(userId)
      const owned = (await repository.memberships(userId)).filter(({ onlyOwner }) => onlyOwner)
      if (newOwnerId === userId) throw new AppError('NEW_OWNER_INVALID')
      if (owned.length > 0 && newOwnerId === undefined)
        throw new AppError('USER_OWNS_PROJECTS', { count: owned.length, projects: owned.map(({ title }) => title) })
      const transfer =
        newOwnerId === undefined ? undefined : { projectIds: owned.map(({ id }) => id), ownerId: newOwnerId }
      await repository.remove(actorId, userId, transfer, now())
      sessionsEnded(userId)
      return before
    },

    endSessions: async (userId) => {
      await found(userId)
      return sessions.endAll(userId)
    },
  }
}

function trimmedNames({ firstName, lastName }: UserChanges): UserChanges {
  const trimmed = (name: string | null): string | null => {
    const text = name?.trim() ?? ''
    return text === '' ? null : text
  }
  return {
    ...(firstName !== undefined && { firstName: trimmed(firstName) }),
    ...(lastName !== undefined && { lastName: trimmed(lastName) }),
  }
}
