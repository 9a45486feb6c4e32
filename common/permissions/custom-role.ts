import { can, permissionTable, projectRoles, type Permission, type ProjectRole } from '.'

/** A role of one project, made of permissions. */
export interface CustomRole {
  readonly id: string
  readonly title: string
  readonly description: string
  /** In the order of `projectPermissions`. */
  readonly permissions: readonly Permission[]
  /** The weakest system role with all these permissions. Old clients and badges show it. */
  readonly rank: ProjectRole
}

/** A role that a member or token holds in a project. */
export type HeldRole = ProjectRole | CustomRole

/** Permissions that roles in a project grant. Custom roles are made of these. */
export const projectPermissions: readonly Permission[] = (Object.keys(permissionTable) as Permission[]).filter(
  (permission) => permissionTable[permission].includes('owner') && !can(['guest'], permission),
)

/**
 * Returns a custom role with its rank. Unknown permissions are dropped: they grant nothing. Every role includes
 * `project.read`, because its holders are members.
 */
export function customRole(
  role: Omit<CustomRole, 'permissions' | 'rank'> & { readonly permissions: readonly string[] },
): CustomRole {
  const permissions = projectPermissions.filter(
    (permission) => permission === 'project.read' || role.permissions.includes(permission),
  )
  return { ...role, permissions, rank: rankOf(permissions) }
}

/** Returns the weakest system role that has all the permissions. */
export function rankOf(permissions: readonly Permission[]): ProjectRole {
  const includes = (role: ProjectRole): boolean => permissions.every((permission) => can([role], permission))
  return projectRoles.findLast(includes) ?? 'owner'
}

export const isCustomRole = (role: HeldRole): role is CustomRole => typeof role !== 'string'

/** Name of a role in stored rows and in calls: the name of a system role, or the id of a custom one. */
export const roleReference = (role: HeldRole): string => (isCustomRole(role) ? role.id : role)

/** Returns the name of a system role, or the title of a custom one. */
export const nameOfRole = (role: HeldRole): string => (isCustomRole(role) ? role.title : role)

export const rankOfRole = (role: HeldRole): ProjectRole => (isCustomRole(role) ? role.rank : role)

/** True if a role in a project grants the permission. */
export const grants = (role: HeldRole, permission: Permission): boolean =>
  isCustomRole(role) ? role.permissions.includes(permission) : can([role], permission)

/** Returns the permissions that a role grants in its project. */
export const permissionsOf = (role: HeldRole): Permission[] =>
  projectPermissions.filter((permission) => grants(role, permission))

/**
 * True if a role is above another one: its rank is stronger, or it grants a permission that the other one lacks. Holders
 * of a role may give, change and remove roles that are not above their own.
 */
export function isAbove(role: HeldRole, own: HeldRole): boolean {
  if (projectRoles.indexOf(rankOfRole(role)) < projectRoles.indexOf(rankOfRole(own))) return true
  return permissionsOf(role).some((permission) => !grants(own, permission))
}
