import {
  can,
  projectRoles,
  type Permission,
  type ProjectRole,
  type Role,
  type UserRole,
  type VisitorRole,
} from '@common/permissions'
import {
  customRole,
  grants,
  isAbove,
  isCustomRole,
  permissionsOf,
  type CustomRole,
  type HeldRole,
} from '@common/permissions/custom-role'
import type { Filter } from '@common/query/tree'
import { bothAccesses, type RoleAccess } from './access'

/**
 * The principal of a request: who acts, with which roles. The server creates it once per request, and the same object
 * again while nothing about its rights changes, so caches can use it as a key.
 */
export type Principal =
  | Anonymous
  | Person
  | ApiToken
  | SharedView
  | SharedBase
  | FormVisitor
  | PreviewedRole
  | SystemPrincipal

interface Rights {
  /** Roles that count for this request, outside and inside the project. */
  readonly roles: readonly Role[]
  /** The project of the request, if the principal has a role or a share in it. */
  readonly projectId?: string
  /** The system role held in the project. For a custom role, its rank, which grants nothing: use `permits`. */
  readonly projectRole?: ProjectRole
  /** The custom role held in the project. */
  readonly customRole?: CustomRole
  /** Access rules of the role held in the project; absent without any. */
  readonly access?: RoleAccess
}

/** A role in a project. */
export interface Membership {
  readonly projectId: string
  readonly projectRole: ProjectRole
  readonly customRole?: CustomRole
  readonly access?: RoleAccess
}

/** Returns the membership of a principal with this role. @param access  rules of the role */
export function membership(projectId: string, role: HeldRole, access?: RoleAccess): Membership {
  const rules = access === undefined ? {} : { access }
  return isCustomRole(role)
    ? { projectId, projectRole: role.rank, customRole: role, ...rules }
    : { projectId, projectRole: role, ...rules }
}

/** Returns the role that a principal holds in its project; undefined without one. */
export const heldRole = ({ customRole: custom, projectRole }: Principal): HeldRole | undefined => custom ?? projectRole

/** True if a principal has a permission, by its roles or by its custom role. */
export function permits({ roles, customRole: custom }: Principal, permission: Permission): boolean {
  return can(roles, permission) || (custom !== undefined && grants(custom, permission))
}

/** True if a principal may give this role to others, or change and remove who holds it. */
export function mayGiveRole(principal: Principal, role: HeldRole): boolean {
  const own = heldRole(principal)
  return own !== undefined && permits(principal, 'member.invite') && !isAbove(role, own)
}

/** Roles of a principal that its role in a project gives. A custom role is not among them. */
const rolesInProject = ({ projectRole, customRole: custom }: Membership): readonly Role[] =>
  custom === undefined ? [projectRole] : []

/** A request without a valid token. */
export interface Anonymous extends Rights {
  readonly kind: 'anonymous'
  /** The request has a token of this kind, but it is unknown, expired or revoked. */
  readonly tokenRefused?: 'session' | 'apiToken' | 'masterKey'
  /** The request names a share that is closed, or whose password it lacks. */
  readonly shareRefused?: 'closed' | 'password'
}

/** Facts about a person with an account. */
export interface Account {
  readonly userId: number
  /** Empty for the owner of the installation, who acts without a session (`main/features/auth/with-auth-type.ts`). */
  readonly sessionId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly isSuperAdmin: boolean
  readonly userRole: UserRole
}

/** A person with a session. */
export interface Person extends Rights, Account {
  readonly kind: 'person'
}

/** A script with an API token of one project. Audit and history name the person who created the token. */
export interface ApiToken extends Rights {
  readonly kind: 'apiToken'
  readonly tokenId: string
  /** Name of the token. */
  readonly title: string
  readonly userId: number
  readonly email: string
  readonly projectId: string
  readonly projectRole: ProjectRole
}

/** Reads the records of one view, without an account. */
export interface SharedView extends Rights {
  readonly kind: 'sharedView'
  readonly shareId: string
  /** Name of the view. */
  readonly title: string
  readonly projectId: string
  /** Name of the table in the database. */
  readonly table: string
  /** Visible columns by name; computed columns and links by id. */
  readonly columns: ReadonlySet<string>
  /** Rows of the view. Column names refer to the whole table, so the filter may use hidden columns. */
  readonly filter: Filter | undefined
  /** True if visitors may download the view as a file. */
  readonly download: boolean
}

/** Opens a whole project through a link, without an account. */
export interface SharedBase extends Rights {
  readonly kind: 'sharedBase'
  readonly shareId: string
  /** Name of the project. */
  readonly title: string
  readonly projectId: string
  readonly projectRole: BaseRole
}

/** Roles that a shared base can give. */
export const baseRoles = ['viewer', 'editor'] as const
export type BaseRole = (typeof baseRoles)[number]

/** Answers a shared form, without an account. Reads nothing. */
export interface FormVisitor extends Rights {
  readonly kind: 'formVisitor'
  readonly shareId: string
  /** Name of the form. */
  readonly title: string
  readonly projectId: string
  /** Name of the table in the database. */
  readonly table: string
  /** Columns that the form asks for, by name. */
  readonly columns: ReadonlySet<string>
}

/** Another principal that works with a lower role, to see what that role sees. */
export interface PreviewedRole extends Rights {
  readonly kind: 'previewedRole'
  readonly of: Person | ApiToken | SharedBase
}

/** The server itself: imports, restores and other background work. */
export interface SystemPrincipal extends Rights {
  readonly kind: 'system'
}

export const anonymous: Anonymous = { kind: 'anonymous', roles: ['guest'] }
/** The principals of requests whose share is closed, or whose password is missing. */
export const shareClosed: Anonymous = { kind: 'anonymous', roles: ['guest'], shareRefused: 'closed' }
export const sharePasswordMissing: Anonymous = { kind: 'anonymous', roles: ['guest'], shareRefused: 'password' }
/** The principal of a request whose session token is not valid. */
export const tokenRefused: Anonymous = { kind: 'anonymous', roles: ['guest'], tokenRefused: 'session' }
/** The principal of a request whose API token is not valid in its project. */
export const apiTokenRefused: Anonymous = { kind: 'anonymous', roles: ['guest'], tokenRefused: 'apiToken' }
/** The principal of a request with a wrong master key. */
export const masterKeyRefused: Anonymous = { kind: 'anonymous', roles: ['guest'], tokenRefused: 'masterKey' }
export const systemPrincipal: SystemPrincipal = { kind: 'system', roles: ['owner'] }

/** Creates the principal of a session. `project` is absent if the person has no role in the project of the request. */
export function personPrincipal(account: Account, roles: readonly UserRole[], project?: Membership): Person {
  return project === undefined
    ? { kind: 'person', ...account, roles }
    : { kind: 'person', ...account, roles: [...roles, ...rolesInProject(project)], ...project }
}

export function apiTokenPrincipal(token: Omit<ApiToken, 'kind' | 'roles'>): ApiToken {
  return { kind: 'apiToken', ...token, roles: rolesInProject(token) }
}

export function sharedViewPrincipal(share: Omit<SharedView, 'kind' | 'roles' | 'projectRole'>): SharedView {
  return { kind: 'sharedView', ...share, roles: share.download ? ['sharedView', 'shareDownload'] : ['sharedView'] }
}

export function sharedBasePrincipal(share: Omit<SharedBase, 'kind' | 'roles'>): SharedBase {
  return { kind: 'sharedBase', ...share, roles: [visitorRoleOf(share.projectRole)] }
}

/** Visitors of a base have fewer rights than members with the same role: they learn nothing about the members. */
export const visitorRoleOf = (role: ProjectRole): VisitorRole => (role === 'editor' ? 'sharedEditor' : 'sharedViewer')

export function formVisitorPrincipal(form: Omit<FormVisitor, 'kind' | 'roles' | 'projectRole'>): FormVisitor {
  return { kind: 'formVisitor', ...form, roles: ['formVisitor'] }
}

/** Returns the account behind a principal, also while it previews a role; undefined without one. */
export function accountOf(principal: Principal): Person | undefined {
  if (principal.kind === 'person') return principal
  return principal.kind === 'previewedRole' && principal.of.kind === 'person' ? principal.of : undefined
}

/** True for principals that see one table only. */
export const isVisitor = ({ kind }: Principal): boolean => kind === 'sharedView' || kind === 'formVisitor'

/** Returns the principal behind a previewed role; any other one unchanged. */
export const holderOf = (principal: Principal): Exclude<Principal, PreviewedRole> =>
  principal.kind === 'previewedRole' ? principal.of : principal

/** Returns the user that audit and history name; null without one. */
export function userOf(principal: Principal): { readonly userId: number; readonly email: string } | null {
  const holder = holderOf(principal)
  return holder.kind === 'person' || holder.kind === 'apiToken' ? holder : null
}

/** Returns the id of the API token behind a principal; undefined for all others. */
export function tokenIdOf(principal: Principal): string | undefined {
  const holder = holderOf(principal)
  return holder.kind === 'apiToken' ? holder.tokenId : undefined
}

/** Contains an API token. */
export const apiTokenHeader = 'xc-token'

/** Contains the master key of the installation. */
export const masterKeyHeader = 'xc-master-key'

/** Names a role that lowers the rights of a request. */
export const previewHeader = 'xc-preview'

/**
 * Reads the header `xc-preview`.
 *
 * @param custom  returns a custom role of the project by its id
 * @returns undefined without a value. An unknown value counts as the weakest role, so it never raises rights.
 */
export function previewedRoleOf(
  header: string | undefined,
  custom?: (id: string) => CustomRole | undefined,
): HeldRole | undefined {
  const value = header?.trim() ?? ''
  if (value === '') return undefined
  return projectRoles.find((role) => role === value) ?? custom?.(value) ?? 'viewer'
}

/** Same input, same object: previewed principals are cache keys like all others. */
const previews = new WeakMap<Principal, Map<HeldRole, Principal>>()

/**
 * Returns the principal with the permissions that both its own role and `role` grant. A preview loses the rights of the
 * super admin. Principals without a role in a project keep their rights, because a role can't lower them.
 *
 * @param access  rules of the previewed role, which apply beside those of the own one
 */
export function previewed(principal: Principal, role: HeldRole, access?: RoleAccess): Principal {
  const { kind } = principal
  if (kind !== 'person' && kind !== 'apiToken' && kind !== 'sharedBase') return principal
  const known = previews.get(principal) ?? new Map<HeldRole, Principal>()
  previews.set(principal, known)
  const made = known.get(role) ?? lowered(principal, role, access)
  known.set(role, made)
  return made
}

function lowered(of: PreviewedRole['of'], role: HeldRole, access: RoleAccess | undefined): Principal {
  const { projectId, projectRole } = of
  const outside = of.roles.filter((held) => held !== 'super' && held !== projectRole)
  const own = heldRole(of)
  if (projectId === undefined || own === undefined) return { kind: 'previewedRole', of, roles: outside }
  const rules = bothAccesses(of.access, access)
  if (of.kind === 'sharedBase') {
    const isLower = isCustomRole(role) || isAbove(of.projectRole, role)
    const projectRole = isLower ? 'viewer' : of.projectRole
    const roles = [visitorRoleOf(projectRole)]
    return { kind: 'previewedRole', of, roles, projectId, projectRole, ...(rules && { access: rules }) }
  }
  const place = membership(projectId, lowerRole(own, role), rules)
  return { kind: 'previewedRole', of, roles: [...outside, ...rolesInProject(place)], ...place }
}

/** Returns a role without the permissions that the own role lacks. */
export function lowerRole(own: HeldRole, role: HeldRole): HeldRole {
  if (!isAbove(role, own)) return role
  // System roles include each other.
  if (!isCustomRole(own) && !isCustomRole(role)) return own
  const facts = isCustomRole(role) ? role : { id: '', title: role, description: '' }
  const permissions = permissionsOf(role).filter((permission) => grants(own, permission))
  return customRole({ ...facts, permissions })
}
