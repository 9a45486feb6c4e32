import { AppError } from '@common/errors'
import {
  permissionTable,
  projectRoles,
  userRoles,
  type Permission,
  type ProjectRole,
  type Role,
  type UserRole,
  can,
} from '@common/permissions'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { Lru } from '@main/lib/lru'
import type { CallContext, Caller } from '@main/operations/context'
import { shownEmail } from './repository'
import type { AccessTokens } from './tokens'

/** Who calls, and what that person is in the project that the call names. */
export type Identity = Pick<CallContext, 'caller' | 'roles' | 'projectId' | 'projectRole'>

/** Looks up callers. */
export interface Access {
  /**
   * @param token  of the `xc-auth` header, or undefined
   * @param projectId  that the call names. A project without the caller among its members is left out of the
   * identity like one that does not exist.
   */
  readonly identify: (token: string | undefined, projectId: string | undefined) => Promise<Identity>
  /**
   * The same at once, where it was found out before and nothing that it hangs on has changed: then it is the same
   * object. Undefined when it has to be looked up.
   */
  readonly known: (token: string | undefined, projectId: string | undefined) => Identity | undefined
  /** True while the token's session is open and belongs to the super admin, even after the token has expired. */
  readonly isSuperAdminSession: (token: string) => Promise<boolean>
  /** Roles that a person has now, also in a project: for what was begun long ago, whatever became of the session. */
  readonly rolesNow: (userId: number, projectId: string) => Promise<readonly Role[]>
}

const anonymous: Identity = { caller: { kind: 'anonymous' }, roles: ['guest'] }
const refused: Identity = { caller: { kind: 'anonymous', tokenRefused: true }, roles: ['guest'] }

const identitiesKept = 5_000
const accessTables = [metaTables.users, metaTables.sessions, metaTables.projects, metaTables.projectUsers]

interface Kept {
  readonly identity: Identity
  readonly endsAtMs: number
}

export function createAccess(options: {
  readonly store: MetaStore
  readonly tokens: AccessTokens
  readonly clock: Clock
}): Access {
  const { store, tokens, clock } = options
  const kept = new Lru<string, Kept>(identitiesKept)
  let keptVersion = -1

  const load = async (sessionId: string, projectId: string | undefined): Promise<Kept | undefined> => {
    const [row] = await store.read(accessQuery, [projectId ?? '', sessionId])
    return row && readIdentity(sessionId, row)
  }

  const keyOf = (sessionId: string, projectId: string | undefined): string => `${sessionId}\n${projectId ?? ''}`

  /** Rights are kept only where every change passes this process, and only until the next change. */
  const keptOf = (key: string, version: number): Kept | undefined => {
    if (version !== keptVersion) {
      kept.clear()
      keptVersion = version
    }
    return kept.get(key)
  }

  const find = async (sessionId: string, projectId: string | undefined): Promise<Kept | undefined> => {
    if (!store.exclusive) return load(sessionId, projectId)
    const version = store.version(...accessTables)
    const key = keyOf(sessionId, projectId)
    const known = keptOf(key, version)
    if (known !== undefined) return known
    const loaded = await load(sessionId, projectId)
    if (loaded !== undefined && store.version(...accessTables) === version) kept.set(key, loaded)
    return loaded
  }

  return {
    identify: async (token, projectId) => {
      if (token === undefined || token === '') return anonymous
      const sessionId = await tokens.verify(token)
      if (sessionId === undefined) return refused
      const found = await find(sessionId, projectId)
      return found !== undefined && found.endsAtMs > clock.now().getTime() ? found.identity : refused
    },

    known: (token, projectId) => {
      if (!store.exclusive || token === undefined) return undefined
      const now = clock.now().getTime()
      const sessionId = tokens.known(token, now)
      const found =
        sessionId === undefined ? undefined : keptOf(keyOf(sessionId, projectId), store.version(...accessTables))
      return found !== undefined && found.endsAtMs > now ? found.identity : undefined
    },

    isSuperAdminSession: async (token) => {
      const sessionId = await tokens.sessionOf(token)
      const found = sessionId === undefined ? undefined : await find(sessionId, undefined)
      if (found === undefined || found.endsAtMs <= clock.now().getTime()) return false
      return found.identity.roles.includes('super')
    },

    rolesNow: async (userId, projectId) => {
      const [row] = await store.read(rolesQuery, [projectId, userId])
      if (row === undefined) return []
      const [userRole, superAdmin, roles] = row
      const inProject = projectRoleOf(roles)
      return [...heldRoles(userRole, superAdmin), ...(inProject === undefined ? [] : [inProject])]
    },
  }
}

/**
 * The one question about rights, asked by operations and data APIs alike.
 *
 * @throws AppError NOT_SIGNED_IN or TOKEN_INVALID (401), PROJECT_NOT_FOUND (404: unknown and foreign projects
 * look the same), NOT_ALLOWED (403)
 */
export function authorize(context: Pick<CallContext, 'caller' | 'roles' | 'projectId'>, permission: Permission): void {
  if (can(context.roles, permission)) return
  if (context.caller.kind === 'anonymous')
    throw new AppError(context.caller.tokenRefused === true ? 'TOKEN_INVALID' : 'NOT_SIGNED_IN')
  if (isProjectPermission(permission) && context.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
  throw new AppError('NOT_ALLOWED')
}

/** Granted by roles in a project only. */
function isProjectPermission(permission: Permission): boolean {
  const outside: readonly Role[] = userRoles
  return permissionTable[permission].every((role) => !outside.includes(role))
}

const accessQuery = `SELECT s.expires_at, u.id, u.email, u.firstname, u.lastname, u.user_role, u.super_admin, u.email_verified, p.id, m.roles
  FROM nc_sessions s
  JOIN xc_users u ON u.id = s.user_id
  LEFT JOIN nc_projects p ON p.id = ?
  LEFT JOIN nc_projects_users m ON m.project_id = p.id AND m.user_id = u.id
  WHERE s.id = ?`

const rolesQuery = `SELECT u.user_role, u.super_admin, m.roles
  FROM xc_users u
  LEFT JOIN nc_projects p ON p.id = ?
  LEFT JOIN nc_projects_users m ON m.project_id = p.id AND m.user_id = u.id
  WHERE u.id = ?`

/** Roles outside of projects, the strongest first. */
const heldRoles = (userRole: unknown, superAdmin: unknown): readonly [UserRole, ...UserRole[]] => {
  const role = userRole === 'user' ? 'user' : 'user_new'
  return Number(superAdmin) === 1 ? ['super', role] : [role]
}

function readIdentity(sessionId: string, row: readonly unknown[]): Kept {
  const [endsAt, id, email, firstName, lastName, userRole, superAdmin, verified, projectId, roles] = row
  const held = heldRoles(userRole, superAdmin)
  const [strongest] = held
  const caller: Caller = {
    kind: 'user',
    userId: Number(id),
    sessionId,
    email: shownEmail(String(email)),
    emailVerified: Number(verified) === 1,
    firstName: textOrNull(firstName),
    lastName: textOrNull(lastName),
    isSuperAdmin: strongest === 'super',
    userRole: strongest,
  }
  const projectRole = projectRoleOf(roles)
  const identity: Identity =
    projectRole === undefined
      ? { caller, roles: held }
      : { caller, roles: [...held, projectRole], projectId: String(projectId), projectRole }
  return { identity, endsAtMs: Date.parse(String(endsAt)) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function projectRoleOf(value: unknown): ProjectRole | undefined {
  return projectRoles.find((role) => role === value)
}
