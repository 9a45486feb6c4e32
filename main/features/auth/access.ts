import { AppError } from '@common/errors'
import { roleReference } from '@common/permissions/custom-role'
import { permissionTable, userRoles, type Permission, type Role, type UserRole } from '@common/permissions'
import {
  anonymous,
  permits,
  personPrincipal,
  previewed,
  previewedRoleOf,
  tokenRefused,
  type Account,
  type Membership,
  type Person,
  type Principal,
} from '@common/principal'
import { metaTables, personColumns, requestFacts, type MetaStore } from '@main/db/meta'
import type { ProjectAccess, ProjectAccesses } from '@main/features/access'
import type { Clock } from '@main/lib/clock'
import { Lru } from '@main/lib/lru'
import type { CallContext } from '@main/operations/context'
import { shownEmail } from './repository'
import type { SessionUses } from './session-uses'
import type { AccessTokens } from './tokens'

/** Credentials in a request. */
export interface Credentials {
  /** Value of the `xc-auth` header. */
  readonly token: string | undefined
  /** Value of the `xc-token` header. */
  readonly apiToken?: string | undefined
  /** The project that the call names. */
  readonly projectId: string | undefined
  /** Text of the `xc-preview` header. */
  readonly preview?: string | undefined
  /** Network address of the caller. */
  readonly ip?: string | null
  /** Text of the `User-Agent` header. */
  readonly agent?: string | undefined
  /** Code of the caller's language. */
  readonly language?: string | undefined
  readonly share?: ShareCredentials | undefined
  /** Value of the `xc-master-key` header. */
  readonly masterKey?: string | undefined
  /** True if a proxy passed the request on. */
  readonly viaProxy?: boolean
}

/** A link for visitors in the headers of a request. */
export interface ShareCredentials {
  readonly kind: 'view' | 'base'
  /** The id in its address. */
  readonly link: string
  /** Token of a visitor who entered the password. */
  readonly visitor?: string | undefined
}

/** Finds principals. */
export interface Access {
  /**
   * Returns the principal of a request: synchronously, and the same object again, if it is cached and none of its
   * rights changed. A person without a role in the project has no project, as if it did not exist.
   */
  readonly principal: (credentials: Credentials) => Principal | Promise<Principal>
  /** True while the token's session is open and belongs to the super admin, even after the token has expired. */
  readonly isSuperAdminSession: (token: string) => Promise<boolean>
  /** Returns a person with the current rights in a project: for long jobs, whose session may have ended. */
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
}

/** Access of people, and of the owner of the installation. */
export interface PersonAccess extends Access {
  /** Returns the owner of the installation: the first active super admin. Cached like `principal`. */
  readonly owner: (credentials: Pick<Credentials, 'projectId' | 'preview'>) => Principal | Promise<Principal>
}

/** In place of the session of the owner, who needs none. */
const noSession = ''

const sessionsCached = 5_000
const accessTables = [metaTables.users, metaTables.sessions, metaTables.projects, metaTables.projectUsers]

interface Session extends PersonInProject {
  readonly endsAtMs: number
}

interface PersonInProject {
  readonly principal: Person
  /** Roles of the project, to preview one of them. */
  readonly project: ProjectAccess | undefined
}

export function createAccess(options: {
  readonly store: MetaStore
  readonly tokens: AccessTokens
  readonly uses: Pick<SessionUses, 'used'>
  readonly clock: Clock
  readonly projects: ProjectAccesses
}): PersonAccess {
  const { store, tokens, uses, clock, projects } = options
  const cache = new Lru<string, Session>(sessionsCached)
  let cachedVersion = -1
  /** Sessions of a shared store with the row that each was made of. */
  const unchanged = new Lru<string, { readonly row: readonly unknown[]; readonly session: Session }>(sessionsCached)

  const load = async (sessionId: string, projectId: string | undefined): Promise<Session | undefined> => {
    if (sessionId === noSession) {
      const [row] = await store.read(ownerQuery, [projectId ?? ''])
      return row && { ...(await inProject(noSession, row)), endsAtMs: Infinity }
    }
    const [row] = await store.read(accessQuery, [projectId ?? '', sessionId])
    return row && sessionOf(sessionId, row)
  }

  const sessionOf = async (sessionId: string, [endsAt, ...person]: readonly unknown[]): Promise<Session> => ({
    ...(await inProject(sessionId, person)),
    endsAtMs: Date.parse(String(endsAt)),
  })

  const inProject = async (sessionId: string, row: readonly unknown[]): Promise<PersonInProject> => {
    const [projectId, role, revision] = row.slice(personColumnsOutside)
    const project =
      typeof projectId === 'string' && typeof role === 'string'
        ? await projects.at(projectId, Number(revision ?? 0))
        : undefined
    return { principal: readPerson(sessionId, row, project?.membership(role)), project }
  }

  const keyOf = (sessionId: string, projectId: string | undefined): string => `${sessionId}\n${projectId ?? ''}`

  /** Where other servers write too: reads the session. While its row is the same, so is the principal. */
  const loadShared = async (sessionId: string, projectId: string | undefined): Promise<Session | undefined> => {
    if (sessionId === noSession) return load(sessionId, projectId)
    const row = await requestFacts(store).session(sessionId, projectId ?? '')
    if (row === undefined) return undefined
    const key = keyOf(sessionId, projectId)
    const known = unchanged.get(key)
    if (known !== undefined && row.every((value, at) => value === known.row[at])) return known.session
    const session = await sessionOf(sessionId, row)
    unchanged.set(key, { row, session })
    return session
  }

  /** Caches rights only where every change passes this process, until the next change. */
  const cached = (key: string, version: number): Session | undefined => {
    if (version !== cachedVersion) {
      cache.clear()
      cachedVersion = version
    }
    return cache.get(key)
  }

  const find = async (sessionId: string, projectId: string | undefined): Promise<Session | undefined> => {
    if (!store.exclusive) return loadShared(sessionId, projectId)
    const version = store.version(...accessTables)
    const key = keyOf(sessionId, projectId)
    const known = cached(key, version)
    if (known !== undefined) return known
    const loaded = await load(sessionId, projectId)
    if (loaded !== undefined && store.version(...accessTables) === version) cache.set(key, loaded)
    return loaded
  }

  const cachedPerson = (token: string, projectId: string | undefined): PersonInProject | undefined => {
    if (!store.exclusive) return undefined
    const now = clock.now().getTime()
    const sessionId = tokens.known(token, now)
    const found =
      sessionId === undefined ? undefined : cached(keyOf(sessionId, projectId), store.version(...accessTables))
    return found !== undefined && found.endsAtMs > now ? found : undefined
  }

  const person = async (token: string, projectId: string | undefined): Promise<PersonInProject | undefined> => {
    const sessionId = await tokens.verify(token)
    const found = sessionId === undefined ? undefined : await find(sessionId, projectId)
    return found !== undefined && found.endsAtMs > clock.now().getTime() ? found : undefined
  }

  const withPreviewed = ({ principal, project }: PersonInProject, preview: string | undefined): Principal => {
    const role = previewedRoleOf(preview, (id) => project?.customRoles.find((each) => each.id === id))
    return role === undefined ? principal : previewed(principal, role, project?.access(roleReference(role)))
  }

  return {
    owner: ({ projectId, preview }) => {
      const orNobody = (found: PersonInProject | undefined): Principal =>
        found === undefined ? anonymous : withPreviewed(found, preview)
      const known = store.exclusive ? cached(keyOf(noSession, projectId), store.version(...accessTables)) : undefined
      return known === undefined ? find(noSession, projectId).then(orNobody) : orNobody(known)
    },

    principal: ({ token, projectId, preview, ...from }) => {
      if (token === undefined || token === '') return anonymous
      const withPreview = (found: PersonInProject | undefined): Principal => {
        if (found === undefined) return tokenRefused
        uses.used(found.principal.sessionId, from)
        return withPreviewed(found, preview)
      }
      const known = cachedPerson(token, projectId)
      return known === undefined ? person(token, projectId).then(withPreview) : withPreview(known)
    },

    isSuperAdminSession: async (token) => {
      const sessionId = await tokens.sessionOf(token)
      const found = sessionId === undefined ? undefined : await find(sessionId, undefined)
      if (found === undefined || found.endsAtMs <= clock.now().getTime()) return false
      return found.principal.isSuperAdmin
    },

    personNow: async (userId, projectId) => {
      const [row] = await store.read(personQuery, [projectId, userId])
      return row === undefined ? anonymous : (await inProject('', row)).principal
    },
  }
}

/**
 * Checks a permission, for operations and data APIs alike.
 *
 * @throws AppError NOT_SIGNED_IN, TOKEN_INVALID, API_TOKEN_INVALID or MASTER_KEY_INVALID (401), SHARE_CLOSED or SHARE_PASSWORD_NEEDED, PROJECT_NOT_FOUND (404: unknown and foreign projects
 * look the same), NOT_ALLOWED (403)
 */
export function authorize({ principal }: Pick<CallContext, 'principal'>, permission: Permission): void {
  if (permits(principal, permission)) return
  if (principal.kind === 'anonymous' && principal.shareRefused !== undefined)
    throw new AppError(principal.shareRefused === 'password' ? 'SHARE_PASSWORD_NEEDED' : 'SHARE_CLOSED')
  if (principal.kind === 'anonymous') throw new AppError(refusals[principal.tokenRefused ?? 'none'])
  if (isProjectPermission(permission) && principal.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
  throw new AppError('NOT_ALLOWED')
}

const refusals = {
  none: 'NOT_SIGNED_IN',
  session: 'TOKEN_INVALID',
  apiToken: 'API_TOKEN_INVALID',
  masterKey: 'MASTER_KEY_INVALID',
} as const

/** Granted by roles in a project only. */
function isProjectPermission(permission: Permission): boolean {
  const outside: readonly Role[] = userRoles
  return permissionTable[permission].every((role) => !outside.includes(role))
}

const personColumnsOutside = 7

const accessQuery = `SELECT s.expires_at, ${personColumns}
  FROM nc_sessions s
  JOIN xc_users u ON u.id = s.user_id
  LEFT JOIN nc_projects p ON p.id = ?
  LEFT JOIN nc_projects_users m ON m.project_id = p.id AND m.user_id = u.id
  WHERE s.id = ? AND u.suspended_at IS NULL`

const personQuery = `SELECT ${personColumns}
  FROM xc_users u
  LEFT JOIN nc_projects p ON p.id = ?
  LEFT JOIN nc_projects_users m ON m.project_id = p.id AND m.user_id = u.id
  WHERE u.id = ? AND u.suspended_at IS NULL`

const ownerQuery = `SELECT ${personColumns}
  FROM xc_users u
  LEFT JOIN nc_projects p ON p.id = ?
  LEFT JOIN nc_projects_users m ON m.project_id = p.id AND m.user_id = u.id
  WHERE u.super_admin = 1 AND u.suspended_at IS NULL
  ORDER BY u.id LIMIT 1`

/** Roles outside of projects, the strongest first. */
const heldRoles = (userRole: unknown, superAdmin: unknown): readonly [UserRole, ...UserRole[]] => {
  const role = userRole === 'user' ? 'user' : 'user_new'
  return Number(superAdmin) === 1 ? ['super', role] : [role]
}

function readPerson(sessionId: string, row: readonly unknown[], membership: Membership | undefined): Person {
  const [id, email, firstName, lastName, userRole, superAdmin, verified] = row
  const held = heldRoles(userRole, superAdmin)
  const [strongest] = held
  const account: Account = {
    userId: Number(id),
    sessionId,
    email: shownEmail(String(email)),
    emailVerified: Number(verified) === 1,
    firstName: textOrNull(firstName),
    lastName: textOrNull(lastName),
    isSuperAdmin: strongest === 'super',
    userRole: strongest,
  }
  return personPrincipal(account, held, membership)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
