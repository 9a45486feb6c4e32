import type { accessOperations } from '@common/operations/access'
import type { FeatureModule } from '@main/operations/module'
import { accessAudit } from './audit-rules'
import { createAccessHandlers, type AccessOptions } from './handlers'

export { rulesCopied, rulesFollowColumns, rulesFollowTable, type RulesCopied } from './following'
export {
  createProjectAccesses,
  heldRoleOf,
  joinRole,
  roleColumns,
  type ProjectAccess,
  type ProjectAccesses,
} from './project-access'
export { checkGivable, checkNotAbove, isAsStrictFor } from './roles'
export { roleGrants, type RoleCondition } from './roles-with'

/** Custom roles of projects, and what each role reaches. */
export function createAccessFeature(options: AccessOptions): FeatureModule<typeof accessOperations> {
  return { handlers: createAccessHandlers(options), audit: accessAudit }
}
