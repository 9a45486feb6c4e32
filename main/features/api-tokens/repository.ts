import { deleteFrom, insertInto, metaTables, updateIn, type MetaStep, type MetaStore } from '@main/db/meta'
import { shownEmail } from '@main/features/auth'

const { apiTokens, apiTokenUses } = metaTables

/** A token of a project, without its value. */
export interface StoredApiToken {
  readonly id: string
  readonly projectId: string
  readonly userId: number
  readonly title: string
  /** Reference of a role. */
  readonly role: string
  readonly ending: string
  readonly createdAt: string
  readonly expiresAt: string | null
}

/** A token with facts about its creator and its use. */
export interface ApiTokenEntry extends StoredApiToken {
  readonly email: string
  /** Reference of the creator's role. */
  readonly heldRole: string
  readonly lastUsedAt: string | null
}

/** SQL of API tokens. */
export interface ApiTokenRepository {
  readonly add: (token: StoredApiToken & { readonly tokenHash: string }) => Promise<void>
  /** Returns the tokens of a project, or those of one member, newest first. */
  readonly list: (projectId: string, userId?: number) => Promise<ApiTokenEntry[]>
  readonly find: (projectId: string, id: string) => Promise<ApiTokenEntry | undefined>
  readonly rename: (id: string, title: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

export function createApiTokenRepository(store: MetaStore): ApiTokenRepository {
  const select = async (where: string, params: readonly (string | number)[]): Promise<ApiTokenEntry[]> =>
    (await store.read(`${entryQuery} ${where} ORDER BY t.created_at DESC, t.id`, params)).map(entryOf)
  return {
    add: async ({ id, projectId, userId, title, role, ending, createdAt, expiresAt, tokenHash }) => {
      await store.transact([
        insertInto(apiTokens, {
          id,
          project_id: projectId,
          user_id: userId,
          title,
          role,
          token_hash: tokenHash,
          ending,
          expires_at: expiresAt,
          created_at: createdAt,
        }),
        insertInto(apiTokenUses, { token_id: id, used_at: null }),
      ])
    },
    list: (projectId, userId) =>
      userId === undefined
        ? select('WHERE t.project_id = ?', [projectId])
        : select('WHERE t.project_id = ? AND t.user_id = ?', [projectId, userId]),
    find: async (projectId, id) => (await select('WHERE t.project_id = ? AND t.id = ?', [projectId, id]))[0],
    rename: async (id, title) => {
      await store.transact([updateIn(apiTokens, { title }, { id })])
    },
    remove: async (id) => {
      await store.transact([deleteFrom(apiTokens, { id })])
    },
  }
}

/** Returns the step that deletes the tokens of a member who loses access to a project. */
export const memberTokensGone = (projectId: string, userId: number): MetaStep =>
  deleteFrom(apiTokens, { project_id: projectId, user_id: userId })

const entryQuery = `SELECT t.id, t.project_id, t.user_id, t.title, t.ending, t.created_at, t.expires_at, u.email, n.used_at,
    t.role, m.roles
  FROM nc_api_tokens t
  JOIN xc_users u ON u.id = t.user_id
  JOIN nc_projects_users m ON m.project_id = t.project_id AND m.user_id = t.user_id
  LEFT JOIN nc_api_token_uses n ON n.token_id = t.id`

function entryOf(row: readonly unknown[]): ApiTokenEntry {
  const [id, projectId, userId, title, ending, createdAt, expiresAt, email, usedAt, role, heldRole] = row
  return {
    id: String(id),
    projectId: String(projectId),
    userId: Number(userId),
    title: String(title),
    role: String(role),
    ending: String(ending),
    createdAt: String(createdAt),
    expiresAt: typeof expiresAt === 'string' ? expiresAt : null,
    email: shownEmail(String(email)),
    heldRole: String(heldRole),
    lastUsedAt: typeof usedAt === 'string' ? usedAt : null,
  }
}
