import { projectRoles } from '@common/permissions'
import { customRole, roleReference, type CustomRole, type HeldRole } from '@common/permissions/custom-role'
import { membership, type Membership } from '@common/principal'
import { routineKey, tableAccess, type RoleAccess, type TableAccess } from '@common/principal/access'
import { metaTables, type AclRow, type MetaStore, type RoleRow } from '@main/db/meta'
import { Lru } from '@main/lib/lru'

/** Roles of a project with their rules, at one revision. */
export interface ProjectAccess {
  /** Grows with every change of roles and rules. */
  readonly revision: number
  readonly customRoles: readonly CustomRole[]
  /**
   * Returns a role by its reference: the name of a system role, or the id of a custom one. Undefined for a role that
   * doesn't exist, which grants nothing.
   */
  readonly role: (reference: unknown) => HeldRole | undefined
  /** Returns the access rules of a role; undefined without any. */
  readonly access: (reference: string) => RoleAccess | undefined
  /** Returns the membership of the principals that hold a role. */
  readonly membership: (reference: unknown) => Membership | undefined
}

/** Loads the roles of projects. */
export interface ProjectAccesses {
  /**
   * Returns the roles of a project: synchronously, and the same object again, while the revision is the same.
   *
   * @param revision  `access_revision` of the project, read at the start of the request
   */
  readonly at: (projectId: string, revision: number) => ProjectAccess | Promise<ProjectAccess>
  /** Returns the current roles of a project. */
  readonly now: (projectId: string) => Promise<ProjectAccess>
}

const projectsCached = 500

export function createProjectAccesses(store: MetaStore): ProjectAccesses {
  const cache = new Lru<string, ProjectAccess>(projectsCached)

  const at: ProjectAccesses['at'] = (projectId, revision) => {
    const key = `${projectId}\n${revision}`
    const known = cache.get(key)
    if (known !== undefined) return known
    if (revision > 0) return load(projectId, revision, key)
    const made = accessOf(projectId, 0, [], new Map())
    cache.set(key, made)
    return made
  }

  const load = async (projectId: string, revision: number, key: string): Promise<ProjectAccess> => {
    const [roles, rules, disabled] = await Promise.all([
      store.select(metaTables.roles, { project_id: projectId }, { orderBy: ['title_key'] }),
      store.select(metaTables.acl, { project_id: projectId }),
      store.select(metaTables.disabledModels, { project_id: projectId }),
    ])
    // A concurrent load may have come first. One object per revision serves as a cache key.
    const made = cache.get(key) ?? accessOf(projectId, revision, roles.map(storedRole), rulesOf(rules, disabled))
    cache.set(key, made)
    return made
  }

  return {
    at,
    now: async (projectId) => {
      const [row] = await store.read('SELECT access_revision FROM nc_projects WHERE id = ?', [projectId])
      return at(projectId, Number(row?.[0] ?? 0))
    },
  }
}

type RulesByRole = ReadonlyMap<string, RoleAccess>

/** Returns the rules of all roles, by role reference. Rules of the owner don't exist, whatever is stored. */
function rulesOf(
  rows: readonly AclRow[],
  disabled: readonly { role: string; kind: string; name: string }[],
): RulesByRole {
  const roles = new Map<string, Map<string, TableAccess>>()
  const hidden = { routines: new NamesByRole(), relations: new NamesByRole(), views: new NamesByRole() }
  const add = (role: string, table: string, access: TableAccess): void => {
    if (role === 'owner') return
    const tables = roles.get(role) ?? new Map<string, TableAccess>()
    roles.set(role, tables.set(table, { ...tables.get(table), ...access }))
  }
  for (const { role, table_name, rules } of rows) add(role, table_name, storedAccess(rules))
  for (const { role, kind, name } of disabled) {
    if (kind === 'table') add(role, name, { disabled: true })
    else if (role === 'owner') continue
    else if (kind === 'relation') hidden.relations.add(role, name)
    else if (kind === 'tableView') hidden.views.add(role, name)
    else if (kind === 'function' || kind === 'procedure') hidden.routines.add(role, routineKey(kind, name))
  }
  const named = Object.values(hidden).flatMap((names) => [...names.keys()])
  return new Map(
    [...new Set([...roles.keys(), ...named])].map((role) => {
      const [routines, relations, views] = [hidden.routines, hidden.relations, hidden.views].map((of) => of.get(role))
      return [
        role,
        {
          tables: roles.get(role) ?? new Map(),
          ...(routines && { routines }),
          ...(relations && { relations }),
          ...(views && { views }),
        },
      ]
    }),
  )
}

/** Names of disabled models, by role. */
class NamesByRole extends Map<string, Set<string>> {
  add(role: string, name: string): void {
    this.set(role, (this.get(role) ?? new Set()).add(name))
  }
}

/** Returns stored rules. Unreadable ones show nothing. */
export function storedAccess(text: string): TableAccess {
  try {
    return tableAccess.parse(JSON.parse(text))
  } catch {
    return { disabled: true }
  }
}

function accessOf(
  projectId: string,
  revision: number,
  customRoles: readonly CustomRole[],
  rules: RulesByRole,
): ProjectAccess {
  const roles = new Map<unknown, HeldRole>([
    ...customRoles.map((role): [string, HeldRole] => [role.id, role]),
    ...projectRoles.map((role): [string, HeldRole] => [role, role]),
  ])
  const accessFor = (reference: string): RoleAccess | undefined => rules.get(reference)
  return {
    revision,
    customRoles,
    role: (reference) => roles.get(reference),
    access: accessFor,
    membership: (reference) => {
      const role = roles.get(reference)
      return role && membership(projectId, role, accessFor(roleReference(role)))
    },
  }
}

/** Parses the stored form of a custom role. */
export function storedRole({
  id,
  title,
  description,
  permissions,
}: Pick<RoleRow, 'id' | 'title' | 'description' | 'permissions'>): CustomRole {
  const named: unknown = JSON.parse(permissions)
  return customRole({
    id,
    title,
    description,
    permissions: Array.isArray(named) ? named.filter((each) => typeof each === 'string') : [],
  })
}

/** Columns that `heldRoleOf` reads: the role of `nc_projects_users m`, and `nc_roles r` joined by `joinRole`. */
export const roleColumns = 'm.roles, r.title, r.permissions'
export const joinRole = 'LEFT JOIN nc_roles r ON r.project_id = m.project_id AND r.id = m.roles'

/** Returns the role in the columns `roleColumns`; undefined if it doesn't exist. */
export function heldRoleOf([reference, title, permissions]: readonly unknown[]): HeldRole | undefined {
  const system = projectRoles.find((role) => role === reference)
  if (system !== undefined) return system
  if (typeof reference !== 'string' || typeof title !== 'string' || typeof permissions !== 'string') return undefined
  return storedRole({ id: reference, title, description: '', permissions })
}
