import { projectRoles, type ProjectRole, type Role, type UserRole } from '@common/permissions'
import type { Filter } from '@common/query/tree'

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
  readonly projectRole?: ProjectRole
}

/** A request without a valid token. */
export interface Anonymous extends Rights {
  readonly kind: 'anonymous'
  /** The request has a token, but it is unknown, expired or revoked. */
  readonly tokenRefused?: true
}

/** Facts about a person with an account. */
export interface Account {
  readonly userId: number
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
  readonly userId: number
  readonly email: string
  readonly projectId: string
  readonly projectRole: ProjectRole
}

/** Reads the records of one view, without an account. */
export interface SharedView extends Rights {
  readonly kind: 'sharedView'
  readonly shareId: string
  readonly projectId: string
  /** Name of the table in the database. */
  readonly table: string
  /** Visible columns by name; computed columns and links by id. */
  readonly columns: ReadonlySet<string>
  /** Rows of the view. Column names refer to the whole table, so the filter may use hidden columns. */
  readonly filter: Filter | undefined
}

/** Opens a whole project through a link, without an account. */
export interface SharedBase extends Rights {
  readonly kind: 'sharedBase'
  readonly shareId: string
  readonly projectId: string
  readonly projectRole: ProjectRole
}

/** Answers a shared form, without an account. Reads nothing. */
export interface FormVisitor extends Rights {
  readonly kind: 'formVisitor'
  readonly shareId: string
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
/** The principal of a request whose token is not valid. */
export const tokenRefused: Anonymous = { kind: 'anonymous', roles: ['guest'], tokenRefused: true }
export const systemPrincipal: SystemPrincipal = { kind: 'system', roles: ['owner'] }

/** Creates the principal of a session. `project` is absent if the person has no role in the project of the request. */
export function personPrincipal(
  account: Account,
  roles: readonly UserRole[],
  project?: { readonly projectId: string; readonly projectRole: ProjectRole },
): Person {
  return project === undefined
    ? { kind: 'person', ...account, roles }
    : { kind: 'person', ...account, roles: [...roles, project.projectRole], ...project }
}

export function apiTokenPrincipal(token: Omit<ApiToken, 'kind' | 'roles'>): ApiToken {
  return { kind: 'apiToken', ...token, roles: [token.projectRole] }
}

export function sharedViewPrincipal(share: Omit<SharedView, 'kind' | 'roles' | 'projectRole'>): SharedView {
  return { kind: 'sharedView', ...share, roles: ['sharedView'] }
}

export function sharedBasePrincipal(share: Omit<SharedBase, 'kind' | 'roles'>): SharedBase {
  return { kind: 'sharedBase', ...share, roles: [share.projectRole] }
}

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

/** Returns the user that audit and history name; null without one. */
export function userOf(principal: Principal): { readonly userId: number; readonly email: string } | null {
  const holder = principal.kind === 'previewedRole' ? principal.of : principal
  return holder.kind === 'person' || holder.kind === 'apiToken' ? holder : null
}

/** Roles in order of power, the strongest first. */
const power = (role: ProjectRole): number => projectRoles.indexOf(role)

/** Names a role that lowers the rights of a request. */
export const previewHeader = 'xc-preview'

/**
 * Reads the header `xc-preview`.
 *
 * @returns undefined without a value. An unknown value counts as the weakest role, so it never raises rights.
 */
export function previewedRoleOf(header: string | undefined): ProjectRole | undefined {
  const value = header?.trim() ?? ''
  return value === '' ? undefined : (projectRoles.find((role) => role === value) ?? 'viewer')
}

/** Same input, same object: previewed principals are cache keys like all others. */
const previews = new WeakMap<Principal, Map<ProjectRole, Principal>>()

/**
 * Returns the principal with the lower of its own role and `role`. A preview loses the rights of the super admin.
 * Principals without a role in a project keep their rights, because a role can't lower them.
 */
export function previewed(principal: Principal, role: ProjectRole): Principal {
  const { kind } = principal
  if (kind !== 'person' && kind !== 'apiToken' && kind !== 'sharedBase') return principal
  const known = previews.get(principal) ?? new Map<ProjectRole, Principal>()
  previews.set(principal, known)
  const made = known.get(role) ?? lowered(principal, role)
  known.set(role, made)
  return made
}

function lowered(of: PreviewedRole['of'], role: ProjectRole): Principal {
  const { projectId, projectRole } = of
  const outside = of.roles.filter((held) => held !== 'super' && held !== projectRole)
  if (projectId === undefined || projectRole === undefined) return { kind: 'previewedRole', of, roles: outside }
  const lower = power(role) > power(projectRole) ? role : projectRole
  return { kind: 'previewedRole', of, roles: [...outside, lower], projectId, projectRole: lower }
}
