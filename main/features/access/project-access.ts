import { projectRoles } from '@common/permissions'
import { customRole, type CustomRole, type HeldRole } from '@common/permissions/custom-role'
import { membership, type Membership } from '@common/principal'
import { metaTables, type MetaStore, type RoleRow } from '@main/db/meta'
import { Lru } from '@main/lib/lru'

/** Roles of a project with their rules, at one revision. */
export interface ProjectAccess {
  readonly customRoles: readonly CustomRole[]
  /**
   * Returns a role by its reference: the name of a system role, or the id of a custom one. Undefined for a role that
   * doesn't exist, which grants nothing.
   */
  readonly role: (reference: unknown) => HeldRole | undefined
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
    if (revision > 0) return load(projectId, key)
    const made = accessOf(projectId, [])
    cache.set(key, made)
    return made
  }

  const load = async (projectId: string, key: string): Promise<ProjectAccess> => {
    const rows = await store.select(metaTables.roles, { project_id: projectId }, { orderBy: ['title_key'] })
    const made = accessOf(projectId, rows.map(storedRole))
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

function accessOf(projectId: string, customRoles: readonly CustomRole[]): ProjectAccess {
  const roles = new Map<unknown, HeldRole>([
    ...customRoles.map((role): [string, HeldRole] => [role.id, role]),
    ...projectRoles.map((role): [string, HeldRole] => [role, role]),
  ])
  return {
    customRoles,
    role: (reference) => roles.get(reference),
    membership: (reference) => {
      const role = roles.get(reference)
      return role && membership(projectId, role)
    },
  }
}

/** Returns a custom role as it is stored. */
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
