import type { Principal } from '@common/principal'
import { changedValues, valuesOf } from '@main/lib/changed-values'
import { noteValues } from '@main/lib/note-change'
import { inProject, type CallContext } from '@main/operations/context'
import { changedRules } from './audit-values'
import type { ProjectAccesses } from './project-access'
import type { DisabledModel, DisabledModels } from './disabled-models'
import type { RuleChange, TableRulesService } from './table-rules'
import type { AccessOptions } from './types'

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
  /** Returns a function that lists the roles for which a model is disabled. */
  const disabledRoles = async (principal: Principal, projectId: string) => {
    const [stored, access] = await Promise.all([disabled.list(principal, projectId), accesses.now(projectId)])
    const titleOf = (id: string): string => access.customRoles.find((role) => role.id === id)?.title ?? id
    return ({ kind, name }: Pick<DisabledModel, 'kind' | 'name'>): readonly string[] =>
      stored.find((model) => model.kind === kind && model.name === name)?.roles.map(titleOf) ?? []
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
      const views = new Map((await viewsOf(projectId)).map((view) => [view.id, view]))
      const before = await disabledRoles(principal, projectId)
      const saved = await disabled.save(principal, projectId, models)
      const after = await disabledRoles(principal, projectId)
      const values = saved.flatMap((model) => {
        const view = model.kind === 'tableView' ? views.get(model.name) : undefined
        const name = view?.title ?? model.name
        const changed = changedValues({ [name]: before(model) }, { [name]: after(model) })
        return view === undefined ? changed : valuesOf(view.table, changed)
      })
      noteValues(context, values)
    },
  }
}
