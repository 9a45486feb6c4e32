import { inProject, type CallContext } from '@main/operations/context'
import { noteChange, noteValues } from '@main/lib/note-change'
import { changedRules } from './audit-values'
import type { ProjectAccesses } from './project-access'
import type { AccessOptions } from './handlers'
import type { DisabledModel, DisabledModels } from './disabled-models'
import type { RuleChange, TableRulesService } from './table-rules'

/** Saves rules, and adds what they were before and after to the audit. */
export interface RulesSaving {
  /** @throws AppError those of `TableRulesService.save` */
  readonly save: (context: CallContext, changes: readonly RuleChange[]) => Promise<void>
  /** @throws AppError those of `DisabledModels.save` */
  readonly disable: (context: CallContext, models: readonly DisabledModel[]) => Promise<void>
}

export function createRulesSaving({
  accesses,
  rules,
  models: disabled,
  views: viewsOf,
}: Pick<AccessOptions, 'views'> & {
  readonly accesses: ProjectAccesses
  readonly rules: TableRulesService
  readonly models: DisabledModels
}): RulesSaving {
  /** Returns the roles for which each model is disabled, by its name; a view by its title. */
  const disabledRoles = async (
    { principal, projectId }: Pick<ReturnType<typeof inProject>, 'principal' | 'projectId'>,
    models: readonly DisabledModel[],
  ): Promise<Record<string, readonly string[]>> => {
    const [stored, access, views] = await Promise.all([
      disabled.list(principal, projectId),
      accesses.now(projectId),
      viewsOf(projectId),
    ])
    const viewTitles = new Map(views.map(({ id, title }) => [id, title]))
    const titleOf = (id: string): string => access.customRoles.find((role) => role.id === id)?.title ?? id
    const found = new Map(stored.map(({ name, roles }) => [name, roles.map(titleOf)]))
    return Object.fromEntries(models.map(({ name }) => [viewTitles.get(name) ?? name, found.get(name) ?? []]))
  }

  return {
    save: async (context, changes) => {
      const { principal, projectId } = inProject(context)
      const names = [...new Set(changes.map(({ at }) => at.table))]
      const read = async () => (await Promise.all(names.map((table) => rules.read(principal, projectId, table)))).flat()
      const before = await read()
      await rules.save(principal, projectId, changes)
      noteValues(context, changedRules(before, await read(), await accesses.now(projectId)))
    },

    disable: async (context, models) => {
      const { principal, projectId } = inProject(context)
      const before = await disabledRoles({ principal, projectId }, models)
      await disabled.save(principal, projectId, models)
      noteChange(context, before, await disabledRoles({ principal, projectId }, models))
    },
  }
}
