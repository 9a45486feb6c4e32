import { permissionTable, projectRoles, type Permission } from '@common/permissions'

/** SQL with its values. */
export interface RoleCondition {
  readonly sql: string
  readonly params: readonly string[]
}

/**
 * Returns SQL that is true for members whose role grants a permission, for queries over many members.
 *
 * @param member  name of `nc_projects_users` in the query
 */
export function roleGrants(member: string, permission: Permission): RoleCondition {
  const system = projectRoles.filter((role) => (permissionTable[permission] as readonly string[]).includes(role))
  return {
    sql: `(${member}.roles IN (${system.map(() => '?').join(', ')}) OR ${member}.roles IN
      (SELECT r.id FROM nc_roles r WHERE r.project_id = ${member}.project_id AND r.permissions LIKE ?))`,
    // Names of permissions hold no wildcards.
    params: [...system, `%"${permission}"%`],
  }
}
