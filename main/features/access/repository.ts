import type { CustomRole } from '@common/permissions/custom-role'
import { nameKey } from '@common/wire/names'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStep, type MetaStore } from '@main/db/meta'

const { acl, disabledModels, roles } = metaTables

/** Unique in a project, in any letter case. */
export const titleKey = (title: string): string => nameKey(title).slice(0, 250)

/**
 * Columns that hold a role of a project, beside `project_id`: a role in use can't be deleted, and its replacement takes
 * its place there. A feature with another one adds it here.
 */
const roleHolders = [
  { table: 'nc_projects_users', column: 'roles' },
  { table: 'nc_invitations', column: 'role' },
  { table: 'nc_api_tokens', column: 'role' },
] as const

/** SQL of custom roles. Every write increments the project's revision, so that all requests after it see the change. */
export interface RoleRepository {
  /** Number of members with each role, by role reference. */
  readonly memberCounts: (projectId: string) => Promise<ReadonlyMap<string, number>>
  readonly add: (projectId: string, role: CustomRole, now: string) => Promise<void>
  readonly update: (projectId: string, role: CustomRole, now: string) => Promise<void>
  /**
   * Deletes a role with its rules.
   *
   * @param instead  reference of the role for its holders
   * @throws AppError ROLE_IN_USE if it has holders and `instead` is absent
   */
  readonly remove: (projectId: string, id: string, instead: string | undefined) => Promise<void>
}

/** Increments the revision of a project's roles and rules, in the transaction of every change to them. */
export const accessChanged = (projectId: string): MetaStep => ({
  sql: 'UPDATE nc_projects SET access_revision = COALESCE(access_revision, 0) + 1 WHERE id = ?',
  params: [projectId],
})

export function createRoleRepository(store: MetaStore): RoleRepository {
  const facts = ({ title, description, permissions }: CustomRole) => ({
    title,
    title_key: titleKey(title),
    description,
    permissions: JSON.stringify(permissions),
  })
  return {
    memberCounts: async (projectId) => {
      const rows = await store.read(
        'SELECT roles, COUNT(*) FROM nc_projects_users WHERE project_id = ? GROUP BY roles',
        [projectId],
      )
      return new Map(rows.map(([role, count]) => [String(role), Number(count)]))
    },

    add: async (projectId, role, now) => {
      await store.transact([
        insertInto(roles, { id: role.id, project_id: projectId, ...facts(role), created_at: now, updated_at: now }),
        accessChanged(projectId),
      ])
    },

    update: async (projectId, role, now) => {
      await store.transact([
        updateIn(roles, { ...facts(role), updated_at: now }, { id: role.id, project_id: projectId }, { expectRows: 1 }),
        accessChanged(projectId),
      ])
    },

    remove: async (projectId, id, instead) => {
      const free = roleHolders
        .map(({ table, column }) => `NOT EXISTS (SELECT 1 FROM ${table} h WHERE h.project_id = ? AND h.${column} = ?)`)
        .join(' AND ')
      await store.transact([
        ...(instead === undefined
          ? []
          : roleHolders.map(({ table, column }) => ({
              sql: `UPDATE ${table} SET ${column} = ? WHERE project_id = ? AND ${column} = ?`,
              params: [instead, projectId, id],
            }))),
        {
          sql: `DELETE FROM nc_roles WHERE id = ? AND project_id = ? AND ${free}`,
          params: [id, projectId, ...roleHolders.flatMap(() => [projectId, id])],
          expectRows: 1,
          tooFew: 'ROLE_IN_USE',
        },
        deleteFrom(acl, { project_id: projectId, role: id }),
        deleteFrom(disabledModels, { project_id: projectId, role: id }),
        accessChanged(projectId),
      ])
    },
  }
}
