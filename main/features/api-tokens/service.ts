import { AppError } from '@common/errors'
import type { ListedApiToken } from '@common/operations/api-tokens'
import type { ProjectRole } from '@common/permissions'
import { isAbove, isCustomRole, nameOfRole, roleReference, type HeldRole } from '@common/permissions/custom-role'
import { ApiToken, may } from '@common/policies'
import { heldRole, type Person, type Principal } from '@common/principal'
import { checkNotAbove, type ProjectAccess, type ProjectAccesses } from '@main/features/access'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash } from '@main/lib/link-token'
import type { ApiTokenEntry, ApiTokenRepository } from './repository'

export interface ApiTokenServiceOptions {
  readonly repository: ApiTokenRepository
  readonly projects: ProjectAccesses
  readonly clock: Clock
  readonly ids: Ids
}

/** A person who handles the tokens of a project. `principal` may be a preview of the person's role. */
export interface TokenPerson {
  readonly person: Person
  readonly principal: Principal
  readonly projectId: string
}

export interface NewApiToken {
  readonly title: string
  /** Reference of a role. */
  readonly role?: string | undefined
  readonly expiresAt: string | null
}

/** Creates, lists and deletes API tokens. */
export interface ApiTokenService {
  /** @throws AppError ROLE_NOT_FOUND, ROLE_ABOVE_OWN, API_TOKEN_EXPIRY_PAST, API_TOKENS_TOO_MANY */
  readonly create: (by: TokenPerson, token: NewApiToken) => Promise<ListedApiToken & { readonly token: string }>
  readonly list: (by: TokenPerson) => Promise<ListedApiToken[]>
  /** @throws AppError API_TOKEN_NOT_FOUND */
  readonly rename: (by: TokenPerson, id: string, title: string) => Promise<string>
  /** @returns the deleted token @throws AppError API_TOKEN_NOT_FOUND, ROLE_ABOVE_OWN */
  readonly remove: (by: TokenPerson, id: string) => Promise<ApiTokenEntry & { readonly roleName: string }>
}

/** 160 random bits. The original's tokens have 40 characters too (wire §14.4). */
const tokenBytes = 20
const endingCharacters = 4
const tokensPerMember = 100
/** The original gave every token this role. */
const defaultRole: ProjectRole = 'editor'

/** A token whose role no longer exists doesn't work. It is listed with the least role, to be deleted. */
const lost: ProjectRole = 'viewer'

export function createApiTokenService({ repository, projects, clock, ids }: ApiTokenServiceOptions): ApiTokenService {
  const listed = (by: TokenPerson, project: ProjectAccess, entry: ApiTokenEntry): ListedApiToken => {
    const { id, title, ending, email, userId, createdAt, expiresAt, lastUsedAt } = entry
    const [role, held] = [project.role(entry.role) ?? lost, project.role(entry.heldRole) ?? lost]
    return {
      id,
      title,
      role: roleReference(role),
      roleTitle: isCustomRole(role) ? role.title : null,
      isLowered: isAbove(role, held),
      ending,
      user: email,
      isOwn: userId === by.person.userId,
      createdAt,
      expiresAt,
      isExpired: expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime(),
      lastUsedAt,
    }
  }

  const factsOf = (project: ProjectAccess, { userId, role }: ApiTokenEntry) => ({
    userId,
    role: project.role(role) ?? lost,
  })

  /** Tokens of others don't exist for people who don't manage them. */
  const found = async (by: TokenPerson, id: string) => {
    const [project, entry] = await Promise.all([projects.now(by.projectId), repository.find(by.projectId, id)])
    if (entry === undefined || !may(by.principal, 'see', ApiToken, factsOf(project, entry)))
      throw new AppError('API_TOKEN_NOT_FOUND')
    return { entry, facts: factsOf(project, entry) }
  }

  const chosenRole = (project: ProjectAccess, { principal }: TokenPerson, given: string | undefined): HeldRole => {
    const own = heldRole(principal) ?? lost
    if (given === undefined) return isAbove(defaultRole, own) ? own : defaultRole
    const role = project.role(given)
    if (role === undefined) throw new AppError('ROLE_NOT_FOUND')
    checkNotAbove(principal, role)
    return role
  }

  return {
    create: async (by, { title, role: given, expiresAt }) => {
      const { person, projectId } = by
      const project = await projects.now(projectId)
      const role = chosenRole(project, by, given)
      const now = clock.now()
      if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) throw new AppError('API_TOKEN_EXPIRY_PAST')
      if ((await repository.list(projectId, person.userId)).length >= tokensPerMember)
        throw new AppError('API_TOKENS_TOO_MANY', { limit: tokensPerMember })
      const token = ids.hex(tokenBytes)
      const stored = {
        id: ids.hex(16),
        projectId,
        userId: person.userId,
        title,
        role: roleReference(role),
        ending: token.slice(-endingCharacters),
        createdAt: now.toISOString(),
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      }
      await repository.add({ ...stored, tokenHash: linkTokenHash(token) })
      const held = roleReference(heldRole(person) ?? role)
      return { ...listed(by, project, { ...stored, email: person.email, heldRole: held, lastUsedAt: null }), token }
    },

    list: async (by) => {
      const [project, entries] = await Promise.all([projects.now(by.projectId), repository.list(by.projectId)])
      return entries
        .filter((entry) => may(by.principal, 'see', ApiToken, factsOf(project, entry)))
        .map((entry) => listed(by, project, entry))
    },

    rename: async (by, id, title) => {
      const { entry, facts } = await found(by, id)
      if (!may(by.principal, 'rename', ApiToken, facts)) throw new AppError('NOT_ALLOWED')
      await repository.rename(id, title)
      return entry.title
    },

    remove: async (by, id) => {
      const { entry, facts } = await found(by, id)
      if (!may(by.principal, 'delete', ApiToken, facts)) throw new AppError('ROLE_ABOVE_OWN')
      await repository.remove(id)
      return { ...entry, roleName: nameOfRole(facts.role) }
    },
  }
}
