import { projectRoles } from '@common/permissions'
import { rankOfRole, roleReference, type HeldRole } from '@common/permissions/custom-role'
import type { MetaStep, MetaStore } from '@main/db/meta'
import { heldRoleOf, joinRole, roleColumns } from '@main/features/access'
import { memberTokensGone } from '@main/features/api-tokens'
import { shownEmail } from '@main/features/auth'

/** A member of a project. */
export interface Member {
  readonly userId: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: HeldRole
  readonly joinedAt: string
  readonly lastSeenAt: string | null
  readonly suspended: boolean
}

/** A member as the caller saw it. A write fails if the role has changed since. */
export type SeenMember = Pick<Member, 'userId' | 'role'>

/** An account, as scripts list it. */
export interface ListedUser {
  readonly id: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly emailVerified: boolean
  /** Null for a user who isn't a member. */
  readonly role: HeldRole | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Users of a project, or of the installation. */
export interface UserQuery {
  readonly projectId: string
  /** Part of the e-mail address. */
  readonly search: string
  /** True for users who aren't members too. */
  readonly everyone: boolean
}

/** SQL of members. Each write leaves the project an owner. */
export interface MemberRepository {
  readonly list: (projectId: string) => Promise<Member[]>
  /** Counts users, and lists a page of them by address. */
  readonly users: (
    query: UserQuery,
    page: { readonly limit: number; readonly offset: number },
  ) => Promise<{ readonly count: number; readonly list: readonly ListedUser[] }>
  readonly find: (projectId: string, userId: number) => Promise<Member | undefined>
  /** @throws AppError MEMBER_CHANGED, LAST_OWNER */
  readonly setRole: (projectId: string, member: SeenMember, role: HeldRole) => Promise<void>
  /** Ends a membership, with the member's API tokens. @throws AppError MEMBER_CHANGED, LAST_OWNER */
  readonly remove: (projectId: string, member: SeenMember) => Promise<void>
  /** Makes a member the owner, and the owner a creator. @throws AppError MEMBER_CHANGED */
  readonly transfer: (projectId: string, from: number, to: SeenMember) => Promise<void>
}

export function createMemberRepository(store: MetaStore): MemberRepository {
  const write = async (projectId: string, steps: readonly MetaStep[]): Promise<void> => {
    await store.transact([lockProject(projectId), ...steps, ownerLeft(projectId), recordOwner(projectId)])
  }
  return {
    list: async (projectId) => {
      const rows = await store.read(`${memberQuery} WHERE m.project_id = ? ORDER BY u.email`, [projectId])
      return rows.flatMap(memberOf).toSorted((one, other) => rank(one) - rank(other))
    },
    users: async ({ projectId, search, everyone }, { limit, offset }) => {
      const from = `FROM xc_users u LEFT JOIN nc_projects_users m ON m.project_id = ? AND m.user_id = u.id ${joinRole}
        WHERE lower(u.email) LIKE ? ESCAPE '!'${everyone ? '' : ' AND m.user_id IS NOT NULL'}`
      const params = [projectId, `%${likeText(search.toLowerCase())}%`]
      const [count] = await store.read(`SELECT count(*) ${from}`, params)
      const rows = await store.read(
        `SELECT u.id, u.email, u.firstname, u.lastname, u.email_verified, u.created_at, u.updated_at, ${roleColumns} ${from}
         ORDER BY u.email LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      )
      return { count: Number(count?.[0]), list: rows.map(userOfRow) }
    },
    find: async (projectId, userId) => {
      const [row] = await store.read(`${memberQuery} WHERE m.project_id = ? AND m.user_id = ?`, [projectId, userId])
      return row && memberOf(row)[0]
    },
    setRole: (projectId, member, role) => write(projectId, [changeRole(projectId, member, role)]),
    remove: (projectId, { userId, role }) =>
      write(projectId, [
        {
          sql: 'DELETE FROM nc_projects_users WHERE project_id = ? AND user_id = ? AND roles = ?',
          params: [projectId, userId, roleReference(role)],
          ...ifUnchanged,
        },
        memberTokensGone(projectId, userId),
      ]),
    transfer: (projectId, from, to) =>
      write(projectId, [
        // Without effect on an owner, whose row must still be there.
        ...(to.role === 'owner' ? [] : [changeRole(projectId, to, 'owner')]),
        changeRole(projectId, { userId: from, role: 'owner' }, 'creator'),
        {
          sql: `UPDATE nc_projects SET owner_id = ?
            WHERE id = ? AND EXISTS (SELECT 1 FROM nc_projects_users WHERE project_id = ? AND user_id = ? AND roles = 'owner')`,
          params: [to.userId, projectId, projectId, to.userId],
          ...ifUnchanged,
        },
      ]),
  }
}

const rank = ({ role }: Member): number => projectRoles.indexOf(rankOfRole(role))

const ifUnchanged = { expectRows: 1, tooFew: 'MEMBER_CHANGED' } as const

/** Serializes changes of members, so that two owners can't remove each other at once. */
const lockProject = (projectId: string): MetaStep => ({
  sql: 'UPDATE nc_projects SET updated_at = updated_at WHERE id = ?',
  params: [projectId],
})

const changeRole = (projectId: string, { userId, role: before }: SeenMember, role: HeldRole): MetaStep => ({
  sql: 'UPDATE nc_projects_users SET roles = ? WHERE project_id = ? AND user_id = ? AND roles = ?',
  params: [roleReference(role), projectId, userId, roleReference(before)],
  ...ifUnchanged,
})

/** Fails the transaction that would leave the project without an owner. */
const ownerLeft = (projectId: string): MetaStep => ({
  sql: "SELECT user_id FROM nc_projects_users WHERE project_id = ? AND roles = 'owner'",
  params: [projectId],
  returns: true,
  expectRows: 1,
  tooFew: 'LAST_OWNER',
})

/** Names the owner who joined first, unless the named one still is an owner. */
const recordOwner = (projectId: string): MetaStep => ({
  sql: `UPDATE nc_projects
    SET owner_id = (SELECT MIN(o.user_id) FROM nc_projects_users o WHERE o.project_id = ? AND o.roles = 'owner')
    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM nc_projects_users m
      WHERE m.project_id = ? AND m.roles = 'owner' AND m.user_id = nc_projects.owner_id)`,
  params: [projectId, projectId, projectId],
})

/** A member was last seen with any session, or when opening the project, if that session is gone. */
const memberQuery = `SELECT m.user_id, u.email, u.firstname, u.lastname, m.created_at, m.opened_at, u.suspended_at,
    (SELECT MAX(x.seen_at) FROM nc_sessions s JOIN nc_session_uses x ON x.session_id = s.id WHERE s.user_id = u.id),
    ${roleColumns}
  FROM nc_projects_users m JOIN xc_users u ON u.id = m.user_id ${joinRole}`

function memberOf(row: readonly unknown[]): Member[] {
  const [userId, email, firstName, lastName, joinedAt, openedAt, suspendedAt, seenAt, ...held] = row
  const role = heldRoleOf(held)
  if (role === undefined) return []
  const seen = [openedAt, seenAt].filter((time) => typeof time === 'string')
  return [
    {
      userId: Number(userId),
      email: shownEmail(String(email)),
      firstName: textOrNull(firstName),
      lastName: textOrNull(lastName),
      role,
      joinedAt: String(joinedAt),
      lastSeenAt: seen.toSorted().at(-1) ?? null,
      suspended: suspendedAt !== null,
    },
  ]
}

function userOfRow(row: readonly unknown[]): ListedUser {
  const [id, email, firstName, lastName, verified, createdAt, updatedAt, ...held] = row
  return {
    id: Number(id),
    email: shownEmail(String(email)),
    firstName: textOrNull(firstName),
    lastName: textOrNull(lastName),
    emailVerified: Number(verified) === 1,
    role: heldRoleOf(held) ?? null,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  }
}

/** Escapes the wildcards of LIKE. */
const likeText = (text: string): string => text.replaceAll(/[!%_]/g, (sign) => `!${sign}`)

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
