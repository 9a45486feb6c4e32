import type { ProjectRole } from '@common/permissions'
import { isCustomRole, rankOfRole } from '@common/permissions/custom-role'
import type { InstallationRole, UserFilter } from '@common/operations/users'
import {
  deleteFrom,
  insertOrUpdate,
  metaTables,
  updateIn,
  type MetaStep,
  type MetaStore,
  type UserRow,
} from '@main/db/meta'
import { heldRoleOf, joinRole, roleColumns } from '@main/features/access'
import { shownEmail } from '@main/features/auth'

const { users, sessions, tickets, accountTokens, projects, projectUsers, invitations, followers, notices } = metaTables
const { sqlHistory, sqlSaved } = metaTables

/** A user as the list shows them. */
export interface StoredUser {
  readonly id: number
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: InstallationRole
  readonly suspendedAt: string | null
  readonly createdAt: string
  readonly seenAt: string | null
  readonly secondFactor: boolean
  readonly projects: number
}

export interface UserQuery {
  readonly search: string
  readonly filter: UserFilter
  readonly offset: number
  readonly limit: number
}

export interface Membership {
  readonly id: string
  readonly title: string
  readonly role: ProjectRole
  readonly customRole: string | null
  readonly onlyOwner: boolean
}

export interface UserChanges {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly role?: InstallationRole
}

/** SQL of all users. Writes fail if the acting user is no super admin any more. */
export interface UserRepository {
  readonly list: (query: UserQuery) => Promise<{ readonly list: readonly StoredUser[]; readonly count: number }>
  readonly find: (userId: number) => Promise<StoredUser | undefined>
  readonly memberships: (userId: number) => Promise<readonly Membership[]>
  /** @throws AppError NOT_ALLOWED, USER_NOT_FOUND */
  readonly save: (actorId: number, userId: number, changes: UserChanges, now: string) => Promise<void>
  /** Suspends a user and ends their sessions. @throws AppError NOT_ALLOWED, USER_NOT_FOUND */
  readonly suspend: (actorId: number, userId: number, now: string) => Promise<void>
  /** @throws AppError NOT_ALLOWED, USER_NOT_FOUND */
  readonly unsuspend: (actorId: number, userId: number, now: string) => Promise<void>
  /**
   * Deletes an account with everything that belongs to it alone. The new owner gets the given projects. Each project
   * keeps an owner, or nothing changes.
   *
   * @throws AppError NOT_ALLOWED, USER_NOT_FOUND, NEW_OWNER_INVALID, USER_OWNS_PROJECTS
   */
  readonly remove: (
    actorId: number,
    userId: number,
    transfer: { readonly projectIds: readonly string[]; readonly ownerId: number } | undefined,
    now: string,
  ) => Promise<void>
}

export function createUserRepository(store: MetaStore): UserRepository {
  /** Runs steps one at a time over all servers, so that two super admins can't lower each other at once. */
  const write = async (actorId: number, steps: readonly MetaStep[]): Promise<void> => {
    await store.transact([
      { sql: "UPDATE nc_counters SET value = value WHERE name = 'user'", params: [] },
      {
        sql: 'SELECT id FROM xc_users WHERE id = ? AND super_admin = 1 AND suspended_at IS NULL',
        params: [actorId],
        returns: true,
        expectRows: 1,
        tooFew: 'NOT_ALLOWED',
      },
      ...steps,
    ])
  }

  return {
    list: async (query) => {
      const { sql, params } = conditionOf(query)
      const [counted] = await store.read(`SELECT COUNT(*) FROM xc_users u ${sql}`, params)
      const rows = await store.read(`${userQuery} ${sql} ORDER BY u.email, u.id LIMIT ? OFFSET ?`, [
        ...params,
        query.limit,
        query.offset,
      ])
      return { list: rows.map(userOf), count: Number(counted?.[0] ?? 0) }
    },

    find: async (userId) => {
      const [row] = await store.read(`${userQuery} WHERE u.id = ?`, [userId])
      return row && userOf(row)
    },

    memberships: async (userId) => {
      const rows = await store.read(
        `SELECT p.id, p.title, (SELECT COUNT(*) FROM nc_projects_users o
            WHERE o.project_id = p.id AND o.roles = 'owner' AND o.user_id <> m.user_id), ${roleColumns}
          FROM nc_projects_users m JOIN nc_projects p ON p.id = m.project_id ${joinRole}
          WHERE m.user_id = ? ORDER BY p.title, p.id`,
        [userId],
      )
      return rows.flatMap(([id, title, otherOwners, ...held]) => {
        const role = heldRoleOf(held)
        if (role === undefined) return []
        return [
          {
            id: String(id),
            title: String(title),
            role: rankOfRole(role),
            customRole: isCustomRole(role) ? role.title : null,
            onlyOwner: role === 'owner' && Number(otherOwners) === 0,
          },
        ]
      })
    },

    save: (actorId, userId, { firstName, lastName, role }, now) =>
      write(actorId, [
        exists(userId),
        updateIn(
          users,
          {
            ...(firstName !== undefined && { firstname: firstName }),
            ...(lastName !== undefined && { lastname: lastName }),
            ...(role !== undefined && storedRole(role)),
            updated_at: now,
          },
          { id: userId },
        ),
      ]),

    suspend: (actorId, userId, now) =>
      write(actorId, [
        exists(userId),
        updateIn(users, { suspended_at: now, updated_at: now }, 'id = ? AND suspended_at IS NULL', [userId]),
        deleteFrom(tickets, { user_id: userId }),
        deleteFrom(accountTokens, { user_id: userId }),
        deleteFrom(sessions, { user_id: userId }),
      ]),

    unsuspend: (actorId, userId, now) =>
      write(actorId, [exists(userId), updateIn(users, { suspended_at: null, updated_at: now }, { id: userId })]),

    remove: (actorId, userId, transfer, now) =>
      write(actorId, [
        exists(userId),
        ...(transfer === undefined ? [] : transferSteps(transfer, now)),
        // Another owner takes the first place, if there is one.
        {
          sql: `UPDATE nc_projects SET owner_id = (SELECT MIN(o.user_id) FROM nc_projects_users o
              WHERE o.project_id = nc_projects.id AND o.roles = 'owner' AND o.user_id <> ?)
            WHERE owner_id = ? AND EXISTS (SELECT 1 FROM nc_projects_users o
              WHERE o.project_id = nc_projects.id AND o.roles = 'owner' AND o.user_id <> ?)`,
          params: [userId, userId, userId],
        },
        {
          sql: `SELECT u.id FROM xc_users u WHERE u.id = ?
            AND NOT EXISTS (SELECT 1 FROM nc_projects p WHERE p.owner_id = u.id)
            AND NOT EXISTS (SELECT 1 FROM nc_projects_users m WHERE m.user_id = u.id AND m.roles = 'owner'
              AND NOT EXISTS (SELECT 1 FROM nc_projects_users o
                WHERE o.project_id = m.project_id AND o.roles = 'owner' AND o.user_id <> u.id))`,
          params: [userId],
          returns: true,
          expectRows: 1,
          tooFew: 'USER_OWNS_PROJECTS',
        },
        deleteFrom(invitations, { invited_by: userId }),
        deleteFrom(followers, { user_id: userId }),
        deleteFrom(notices, { user_id: userId }),
        deleteFrom(tickets, { user_id: userId }),
        deleteFrom(sqlHistory, { user_id: userId }),
        // Shared ones stay with the project.
        deleteFrom(sqlSaved, { user_id: userId, is_shared: 0 }),
        // The other tables of users follow by their references.
        deleteFrom(users, { id: userId }),
      ]),
  }
}

const exists = (userId: number): MetaStep => ({
  sql: 'SELECT id FROM xc_users WHERE id = ?',
  params: [userId],
  returns: true,
  expectRows: 1,
  tooFew: 'USER_NOT_FOUND',
})

function transferSteps(
  { projectIds, ownerId }: { readonly projectIds: readonly string[]; readonly ownerId: number },
  now: string,
): MetaStep[] {
  return [
    {
      sql: 'SELECT id FROM xc_users WHERE id = ? AND suspended_at IS NULL',
      params: [ownerId],
      returns: true,
      expectRows: 1,
      tooFew: 'NEW_OWNER_INVALID',
    },
    ...projectIds.flatMap((projectId) => [
      insertOrUpdate(projectUsers, ['project_id', 'user_id'], {
        project_id: projectId,
        user_id: ownerId,
        roles: 'owner',
        created_at: now,
      }),
      updateIn(projects, { owner_id: ownerId }, { id: projectId }),
    ]),
  ]
}

const storedRole = (role: InstallationRole): Pick<UserRow, 'user_role' | 'super_admin'> => ({
  user_role: role === 'user_new' ? 'user_new' : 'user',
  super_admin: role === 'super' ? 1 : 0,
})

const userQuery = `SELECT u.id, u.email, u.email_verified, u.firstname, u.lastname, u.user_role, u.super_admin,
    u.suspended_at, u.created_at,
    (SELECT MAX(x.seen_at) FROM nc_sessions s JOIN nc_session_uses x ON x.session_id = s.id WHERE s.user_id = u.id),
    CASE WHEN EXISTS (SELECT 1 FROM nc_authenticators a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM nc_passkeys k WHERE k.user_id = u.id) THEN 1 ELSE 0 END,
    (SELECT COUNT(*) FROM nc_projects_users m WHERE m.user_id = u.id)
  FROM xc_users u`

function conditionOf({ search, filter }: UserQuery): { readonly sql: string; readonly params: readonly string[] } {
  const text = search.trim()
  const tests = text === '' ? [] : textTests(text)
  const parts = [
    ...(tests.length === 0 ? [] : [`(${tests.map(({ column }) => `${column} LIKE ? ESCAPE '!'`).join(' OR ')})`]),
    ...(filter === 'super' ? ['u.super_admin = 1'] : []),
    ...(filter === 'suspended' ? ['u.suspended_at IS NOT NULL'] : []),
  ]
  return {
    sql: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`,
    params: tests.map(({ pattern }) => pattern),
  }
}

/** Not all engines fold letters beyond ASCII, so names are also compared as typed and with a capital. */
function textTests(text: string): { readonly column: string; readonly pattern: string }[] {
  const like = (part: string): string => `%${part.replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`
  const [first = '', ...rest] = Array.from(text)
  const folded = like(text.toLowerCase())
  const spellings = [like(text), folded, like(first.toUpperCase() + rest.join('').toLowerCase())]
  return [
    { column: 'u.email', pattern: folded },
    ...['u.firstname', 'u.lastname'].flatMap((column) => [
      { column: `LOWER(${column})`, pattern: folded },
      ...spellings.map((pattern) => ({ column, pattern })),
    ]),
  ]
}

function userOf(row: readonly unknown[]): StoredUser {
  const [
    id,
    email,
    verified,
    firstName,
    lastName,
    userRole,
    superAdmin,
    suspendedAt,
    createdAt,
    seenAt,
    factor,
    count,
  ] = row
  return {
    id: Number(id),
    email: shownEmail(String(email)),
    emailVerified: Number(verified) === 1,
    firstName: textOrNull(firstName),
    lastName: textOrNull(lastName),
    role: Number(superAdmin) === 1 ? 'super' : userRole === 'user' ? 'user' : 'user_new',
    suspendedAt: textOrNull(suspendedAt),
    createdAt: String(createdAt),
    seenAt: textOrNull(seenAt),
    secondFactor: Number(factor) === 1,
    projects: Number(count),
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
