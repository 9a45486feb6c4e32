import {
  deleteFrom,
  insertInto,
  metaTables,
  type InvitationRow,
  updateIn,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import { separateAddresses } from '@main/features/auth'

const { invitations, users, projects, projectUsers } = metaTables

/** An open or expired invitation. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly projectId: string | null
  /** Reference of a role. */
  readonly role: string | null
  readonly mailed: boolean
  readonly inviter: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

export interface NewInvitation extends Omit<Invitation, 'createdAt'> {
  readonly tokenHash: string
  readonly inviterId: number | null
  readonly now: string
}

/** An account with the invited address. */
export interface InvitedAccount {
  readonly id: number
  readonly isNew: boolean
  /** True if a mail has reached the address. */
  readonly isConfirmed: boolean
}

/** SQL of invitations. */
export interface InvitationRepository {
  /** Returns the account of an address: of several, a confirmed one, else the oldest. */
  readonly accountOf: (email: string) => Promise<InvitedAccount | undefined>
  readonly projectTitle: (projectId: string) => Promise<string | undefined>
  readonly isMember: (projectId: string, userId: number) => Promise<boolean>
  /** Gives an account its role at once. Open invitations for it become pointless. */
  readonly grant: (
    userId: number,
    email: string,
    projectId: string | null,
    role: string | null,
    now: string,
  ) => Promise<void>
  /** Stores an invitation. An earlier one for the same address and project stops working. */
  readonly add: (invitation: NewInvitation) => Promise<void>
  /** Returns the invitations into a project, or those without one, newest first. */
  readonly ofProject: (projectId: string | null) => Promise<readonly Invitation[]>
  readonly find: (id: string, projectId: string | null) => Promise<Invitation | undefined>
  readonly setRole: (id: string, role: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Returns the invitation of a token that can still be used, of a person who still may invite. */
  readonly byToken: (tokenHash: string, now: string) => Promise<Invitation | undefined>
  /** Accepts an invitation for an account. @throws AppError INVITATION_INVALID */
  readonly accept: (invitation: Invitation, tokenHash: string, userId: number, now: string) => Promise<void>
}

/** Expired invitations stay in the list for a month, to be sent again. */
const expiredKeptMs = 30 * 24 * 60 * 60_000

export function createInvitationRepository(store: MetaStore): InvitationRepository {
  return {
    accountOf: async (email) => {
      const { sql, params } = separateAddresses(email)
      const rows = await store.select(users, `WHERE email = ? OR ${sql} ORDER BY email_verified DESC, id`, [
        email,
        ...params,
      ])
      const [row] = rows
      return row && { id: row.id, isNew: row.user_role === 'user_new', isConfirmed: row.email_verified === 1 }
    },

    projectTitle: async (id) => (await store.find(projects, { id }))?.title,

    isMember: async (projectId, userId) =>
      (await store.find(projectUsers, { project_id: projectId, user_id: userId })) !== undefined,

    grant: async (userId, email, projectId, role, now) => {
      await store.transact([
        ...grantSteps({ projectId, role }, now, '?', [userId]),
        deleteFrom(invitations, { email, project_id: projectId }),
      ])
    },

    add: async ({ id, email, tokenHash, projectId, role, mailed, inviterId, inviter, now, expiresAt }) => {
      const forgotten = new Date(Date.parse(now) - expiredKeptMs).toISOString()
      await store.transact([
        deleteFrom(invitations, { email, project_id: projectId }),
        deleteFrom(invitations, 'expires_at <= ?', [forgotten]),
        insertInto(invitations, {
          id,
          email,
          token_hash: tokenHash,
          project_id: projectId,
          role,
          mailed: mailed ? 1 : 0,
          invited_by: inviterId,
          inviter,
          created_at: now,
          expires_at: expiresAt,
        }),
      ])
    },

    ofProject: async (projectId) => {
      const rows = await store.select(invitations, { project_id: projectId }, { orderBy: ['created_at', 'id'] })
      return rows.toReversed().map(invitationOf)
    },

    find: async (id, projectId) => {
      const row = await store.find(invitations, { id, project_id: projectId })
      return row && invitationOf(row)
    },

    setRole: async (id, role) => {
      await store.transact([updateIn(invitations, { role }, { id })])
    },

    remove: async (id) => {
      await store.transact([deleteFrom(invitations, { id })])
    },

    byToken: async (tokenHash, now) => {
      const row = await store.find(
        invitations,
        `WHERE token_hash = ? AND expires_at > ?
          AND (invited_by IS NULL OR invited_by IN (SELECT id FROM xc_users WHERE suspended_at IS NULL))`,
        [tokenHash, now],
      )
      return row && invitationOf(row)
    },

    accept: async (invitation, tokenHash, userId, now) => {
      await store.transact(acceptSteps(invitation, tokenHash, now, '?', [userId]))
    },
  }
}

/**
 * Returns the steps that use up an invitation and give an account the role.
 *
 * @param idSql  SQL of the account's id, with its values in `idParams`: a new account gets its id in the same transaction
 */
export function acceptSteps(
  invitation: Pick<Invitation, 'projectId' | 'role' | 'mailed'>,
  tokenHash: string,
  now: string,
  idSql: string,
  idParams: readonly number[],
): MetaStep[] {
  return [
    {
      sql: 'DELETE FROM nc_invitations WHERE token_hash = ? AND expires_at > ?',
      params: [tokenHash, now],
      expectRows: 1,
      tooFew: 'INVITATION_INVALID',
    },
    ...grantSteps(invitation, now, idSql, idParams),
    ...(invitation.mailed
      ? [{ sql: `UPDATE xc_users SET email_verified = 1 WHERE id = ${idSql}`, params: idParams }]
      : []),
  ]
}

/** A member keeps the role held before. Joining a project or this Basalt ends the time as a newcomer. */
function grantSteps(
  { projectId, role }: Pick<Invitation, 'projectId' | 'role'>,
  now: string,
  idSql: string,
  idParams: readonly number[],
): MetaStep[] {
  return [
    { sql: `UPDATE xc_users SET user_role = 'user', updated_at = ? WHERE id = ${idSql}`, params: [now, ...idParams] },
    ...(projectId === null || role === null
      ? []
      : [
          {
            sql: `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at)
              SELECT p.id, u.id, ?, ? FROM nc_projects p JOIN xc_users u ON u.id = ${idSql}
              WHERE p.id = ? AND NOT EXISTS
                (SELECT 1 FROM nc_projects_users m WHERE m.project_id = p.id AND m.user_id = u.id)`,
            params: [role, now, ...idParams, projectId],
          },
        ]),
  ]
}

function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    projectId: row.project_id,
    role: row.role,
    mailed: row.mailed === 1,
    inviter: row.inviter,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
