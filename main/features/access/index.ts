import type { accessOperations } from '@common/operations/access'
import type { FeatureModule } from '@main/operations/module'
import { accessAudit } from './audit-rules'
import { createAccessHandlers } from './handlers'
import { createRoleRepository } from './repository'
import { createRoleService, type RoleService } from './roles'
import { createDisabledModels, type DisabledModels } from './disabled-models'
import { createRulesSaving, type RulesSaving } from './saving'
import { createTableRules, type TableRulesService } from './table-rules'
import type { AccessOptions } from './types'

export {
  disabledRolesCopied,
  rulesCopied,
  rulesFollowColumns,
  rulesFollowTable,
  rulesGone,
  type RulesCopied,
} from './following'
export {
  createProjectAccesses,
  heldRoleOf,
  joinRole,
  roleColumns,
  type ProjectAccess,
  type ProjectAccesses,
} from './project-access'
export type { RoleService } from './roles'
export type { DisabledModel, DisabledModels } from './disabled-models'
export type { RuleChange, TableRulesService, WantedRules } from './table-rules'
export { checkGivable, checkNotAbove, isAsStrictFor } from './roles'
export { roleGrants, type RoleCondition } from './roles-with'

/** Custom roles of projects, and what each role reaches. */
export interface AccessFeature extends FeatureModule<typeof accessOperations> {
  readonly roles: RoleService
  readonly rules: TableRulesService
  readonly models: DisabledModels
  /** Saves rules, and adds what changed to the audit. */
  readonly saving: RulesSaving
}

export function createAccessFeature(options: AccessOptions): AccessFeature {
  const roles = createRoleService({ ...options, repository: createRoleRepository(options.store) })
  const rules = createTableRules(options)
  const models = createDisabledModels(options)
  const saving = createRulesSaving({ ...options, rules, models })
  const handlers = createAccessHandlers({ ...options, roles, rules, models, saving })
  return { roles, rules, models, saving, handlers, audit: accessAudit }
}
