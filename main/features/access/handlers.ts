import { AppError } from '@common/errors'
import type { accessOperations } from '@common/operations/access'
import { apiTokenPrincipal, membership, permits, userOf, type Principal } from '@common/principal'
import { isViewListed } from '@common/principal/rules'
import { wholeOf } from '@common/principal/sight'
import { goneValues } from '@main/lib/changed-values'
import { inProject, type Handlers } from '@main/operations/context'
import { roleChange } from './audit-values'
import type { DisabledModels } from './disabled-models'
import { explain } from './explain'
import type { RoleService } from './roles'
import type { RulesSaving } from './saving'
import type { TableRulesService } from './table-rules'
import type { AccessOptions } from './types'

/** Handlers of `common/operations/access.ts`. */
export function createAccessHandlers(
  options: AccessOptions & {
    readonly roles: RoleService
    readonly rules: TableRulesService
    readonly models: DisabledModels
    readonly saving: RulesSaving
  },
): Handlers<typeof accessOperations> {
  const { accesses, tables, personNow, tokenNow, roles, rules, models, saving } = options

  /** Returns the principal to explain. @throws AppError USER_NOT_FOUND, ROLE_NOT_FOUND, API_TOKEN_NOT_FOUND */
  const explained = async (
    caller: Principal,
    projectId: string,
    of: { readonly userId: number } | { readonly role: string } | { readonly tokenId: string },
  ): Promise<Principal> => {
    if ('tokenId' in of) {
      const token = await tokenNow(of.tokenId, projectId)
      const isShown = permits(caller, 'token.manage') || token?.userId === userOf(caller)?.userId
      if (token === undefined || !isShown) throw new AppError('API_TOKEN_NOT_FOUND')
      return token
    }
    if ('userId' in of) {
      const person = await personNow(of.userId, projectId)
      if (person.projectId === undefined) throw new AppError('USER_NOT_FOUND')
      return person
    }
    const access = await accesses.now(projectId)
    const role = access.role(of.role)
    if (role === undefined) throw new AppError('ROLE_NOT_FOUND')
    const held = membership(projectId, role, access.access(of.role))
    return apiTokenPrincipal({ tokenId: '', title: '', userId: 0, email: '', ...held })
  }

  /** Returns the views that a principal sees, by name of their table. */
  const viewsByTable = async (principal: Principal, projectId: string) => {
    const views = (await options.views(projectId)).filter(({ id }) => isViewListed(principal, id))
    return Map.groupBy(views, ({ table }) => table)
  }

  return {
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
      const { before, after } = await roles.update(principal, projectId, id, {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(permissions !== undefined && { permissions }),
      })
      context.noteForAudit?.(roleChange(before, after))
      return null
    },
    roleDelete: async (context, { id, instead }) => {
      const { principal, projectId } = inProject(context)
      const { title, description, permissions } = await roles.remove(principal, projectId, id, instead)
      context.noteForAudit?.({ deleted: title, values: goneValues({ description, permissions }) })
      return null
    },

    accessRulesRead: async (context, { table }) => {
      const { principal, projectId } = inProject(context)
      return { list: await rules.read(principal, projectId, table) }
    },
    accessRulesSave: async (context, { rules: wanted, ...at }) => {
      await saving.save(context, [{ at, wanted }])
      return null
    },
    accessRulesSaveBulk: async (context, { list }) => {
      await saving.save(
        context,
        list.map(({ rules: wanted, ...at }) => ({ at, wanted })),
      )
      return null
    },
    disabledModelsRead: async (context) => {
      const { principal, projectId } = inProject(context)
      return { list: await models.list(principal, projectId) }
    },
    disabledModelsSave: async (context, { list }) => {
      await saving.disable(context, list)
      return null
    },

    accessExplain: async (context, { table, ...of }) => {
      const { principal, projectId } = inProject(context)
      const lookups = tables(principal)
      const list = table === undefined ? await lookups.list(projectId) : [await lookups.get(projectId, table)]
      const views = await viewsByTable(principal, projectId)
      const places = await Promise.all(
        list.map(async ({ name }) => {
          const found = await lookups.named(projectId, name)
          return found === undefined
            ? []
            : [
                {
                  table: found,
                  reached: await lookups.reached(projectId, wholeOf(found)),
                  views: views.get(name) ?? [],
                },
              ]
        }),
      )
      return explain(await explained(principal, projectId, of), places.flat())
    },
  }
}
