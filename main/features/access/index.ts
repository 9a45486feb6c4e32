import type { accessOperations } from '@common/operations/access'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { inProject } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { accessAudit } from './audit-rules'
import type { ProjectAccesses } from './project-access'
import { createRoleRepository } from './repository'
import { createRoleService } from './roles'

export {
  createProjectAccesses,
  heldRoleOf,
  joinRole,
  roleColumns,
  type ProjectAccess,
  type ProjectAccesses,
} from './project-access'
export { checkNotAbove } from './roles'
export { roleGrants, type RoleCondition } from './roles-with'

/** Custom roles of projects, and what each role reaches. */
export function createAccessFeature(options: {
  readonly store: MetaStore
  readonly accesses: ProjectAccesses
  readonly clock: Clock
  readonly ids: Ids
}): FeatureModule<typeof accessOperations> {
  const roles = createRoleService({ ...options, repository: createRoleRepository(options.store) })
  return {
    handlers: {
      roleList: async (context) => {
        const { principal, projectId } = inProject(context)
        return { list: await roles.list(principal, projectId) }
      },
      roleCreate: async (context, facts) => {
        const { principal, projectId } = inProject(context)
        return { id: (await roles.create(principal, projectId, facts)).id }
      },
      roleUpdate: async (context, { id, title, description, permissions }) => {
        const { principal, projectId } = inProject(context)
        await roles.update(principal, projectId, id, {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(permissions !== undefined && { permissions }),
        })
        return null
      },
      roleDelete: async (context, { id, instead }) => {
        const { principal, projectId } = inProject(context)
        await roles.remove(principal, projectId, id, instead)
        return null
      },
    },
    audit: accessAudit,
  }
}
