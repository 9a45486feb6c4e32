import {
  apiTokenPrincipal,
  lowerRole,
  membership,
  previewed,
  previewedRoleOf,
  type ApiToken,
  type Principal,
} from '@common/principal'
import { bothAccesses, type RoleAccess } from '@common/principal/access'
import { roleReference, type HeldRole } from '@common/permissions/custom-role'
import { metaTables, updateIn, type MetaStore } from '@main/db/meta'
import type { ProjectAccess, ProjectAccesses } from '@main/features/access'
import { shownEmail, type ApiTokenCredentials, type ApiTokenLookup } from '@main/features/auth'
import type { Clock } from '@main/lib/clock'
import { linkTokenHash } from '@main/lib/link-token'
import { Lru } from '@main/lib/lru'

export interface ApiTokenAccessOptions {
  readonly store: MetaStore
  readonly projects: ProjectAccesses
  readonly clock: Clock
  /** Receives errors of storing a use. */
  readonly report: (error: unknown) => void
}

const tokensCached = 5_000
const usesNoted = 5_000
/** A use is stored at most once in this time for each token. */
const useEveryMs = 60_000
const tokenMaxCharacters = 200

/** Tables on which the rights of a token depend. Uses are apart. */
const rightsTables = [metaTables.apiTokens, metaTables.users, metaTables.projects, metaTables.projectUsers]

interface Known {
  readonly principal: ApiToken
  readonly endsAtMs: number
  /** Roles of the project, to preview one of them. */
  readonly project: ProjectAccess
  /** The row that it was made of. */
  readonly row: string
  readonly version: number
}

export interface ApiTokenAccess extends ApiTokenLookup {
  /** Returns the principal of a token with its current rights, expired or not; undefined if it can't be used any more. */
  readonly principalNow: (tokenId: string, projectId: string) => Promise<ApiToken | undefined>
  /** Resolves when all noted uses are stored. */
  readonly usesStored: () => Promise<void>
}

/** Returns the look-up of tokens for each request. It caches rights where every change passes this process. */
export function createApiTokenAccess({ store, projects, clock, report }: ApiTokenAccessOptions): ApiTokenAccess {
  const cache = new Lru<string, Known>(tokensCached)
  const uses = new Lru<string, number>(usesNoted)
  const writes = new Set<Promise<void>>()

  /** Reads the rights of a token. While they are the same, so is the principal. */
  const load = async (token: string): Promise<Known | undefined> => {
    const version = store.version(...rightsTables)
    const [row] = await store.read(`${tokensQuery} AND t.token_hash = ?`, [linkTokenHash(token)])
    const before = cache.get(token)
    const made = row && (before?.row === JSON.stringify(row) ? before : await knownOf(row))
    const found = made && { ...made, version }
    if (found === undefined) cache.delete(token)
    else cache.set(token, found)
    return found
  }

  const knownOf = async (row: readonly unknown[]): Promise<Omit<Known, 'version'> | undefined> => {
    const [id, title, expiresAt, userId, email, projectId, revision, ownRole, heldRole] = row
    const project = await projects.at(String(projectId), Number(revision ?? 0))
    const [own, held] = [project.role(ownRole), project.role(heldRole)]
    if (own === undefined || held === undefined) return undefined
    const principal = apiTokenPrincipal({
      tokenId: String(id),
      title: String(title),
      userId: Number(userId),
      email: shownEmail(String(email)),
      ...membership(String(projectId), lowerRole(held, own), rulesOf(project, own, held)),
    })
    const endsAtMs = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Infinity
    return { principal, endsAtMs, project, row: JSON.stringify(row) }
  }

  /** Stores the time of a use, without delaying the request. */
  const noteUse = (tokenId: string, nowMs: number): void => {
    const last = uses.get(tokenId)
    if (last !== undefined && nowMs - last < useEveryMs) return
    uses.set(tokenId, nowMs)
    const use = { used_at: new Date(nowMs).toISOString() }
    const stored = store
      .transact([updateIn(metaTables.apiTokenUses, use, { token_id: tokenId })])
      .then(() => undefined, report)
      .finally(() => writes.delete(stored))
    writes.add(stored)
  }

  const usable = (known: Known | undefined, { projectId, preview }: ApiTokenCredentials): Principal | undefined => {
    if (known === undefined || (projectId !== undefined && projectId !== known.principal.projectId)) return undefined
    const nowMs = clock.now().getTime()
    if (known.endsAtMs <= nowMs) return undefined
    noteUse(known.principal.tokenId, nowMs)
    const { principal, project } = known
    const role = previewedRoleOf(preview, (id) => project.customRoles.find((each) => each.id === id))
    return role === undefined ? principal : previewed(principal, role, project.access(roleReference(role)))
  }

  return {
    principalNow: async (tokenId, projectId) => {
      const [row] = await store.read(`${tokensQuery} AND t.id = ? AND t.project_id = ?`, [tokenId, projectId])
      return row && (await knownOf(row))?.principal
    },
    usesStored: async () => {
      await Promise.all(writes)
    },
    principal: (credentials) => {
      const { apiToken } = credentials
      if (apiToken.length > tokenMaxCharacters) return undefined
      // Where other servers write too, rights are read for each request.
      const known = store.exclusive ? cache.get(apiToken) : undefined
      if (known !== undefined && known.version === store.version(...rightsTables)) return usable(known, credentials)
      return load(apiToken).then((loaded) => usable(loaded, credentials))
    },
  }
}

/** Rules of both roles apply: a token shows nothing that is hidden from its creator. */
const rulesOf = (project: ProjectAccess, own: HeldRole, held: HeldRole): RoleAccess | undefined =>
  bothAccesses(project.access(roleReference(own)), project.access(roleReference(held)))

/** A token works while its creator is a member. */
const tokensQuery = `SELECT t.id, t.title, t.expires_at, u.id, u.email, p.id, p.access_revision, t.role, m.roles
  FROM nc_api_tokens t
  JOIN nc_projects p ON p.id = t.project_id
  JOIN xc_users u ON u.id = t.user_id
  JOIN nc_projects_users m ON m.project_id = t.project_id AND m.user_id = t.user_id
  WHERE u.suspended_at IS NULL`
