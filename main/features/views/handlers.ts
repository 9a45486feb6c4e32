import type { viewOperations, ViewModel } from '@common/operations/views'
import type { TableSummary } from '@common/model'
import type { Principal } from '@common/principal'
import { isViewListed } from '@common/principal/rules'
import type { PartialViewSettings } from '@common/views'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { StoredView } from './repository'
import type { SeenViews } from './seen-list'
import { seenView } from './seen-view'
import type { ViewCall } from './view-rows'
import type { ViewService } from './types'

/** Handlers of `common/operations/views.ts`. */
export function createViewHandlers(
  service: ViewService,
  seen: SeenViews,
  tables: {
    readonly list: (principal: Principal, projectId: string) => Promise<readonly TableSummary[]>
  },
): Handlers<typeof viewOperations> {
  /** Returns a view as the caller sees its table. */
  const seenModel = async (context: CallContext, view: StoredView): Promise<ViewModel> =>
    modelOf(seenView(view, await seen.table(context, view.table)))
  /** Checks that the caller sees the table. @throws AppError TABLE_NOT_FOUND */
  const at = async <At extends { readonly table: string }>(context: CallContext, given: At) => {
    await seen.table(context, given.table)
    return { ...notedCallOf(context), ...given }
  }
  const personalAt = async <At extends { readonly table: string }>(context: CallContext, given: At) => ({
    ...(await at(context, given)),
    userId: personIn(context).userId,
  })

  return {
    viewCreate: async (context, { table, title, kind, settings = {}, options = {}, position }) => {
      const call = await at(context, { table })
      return seenModel(context, await service.create(call, table, { title, kind, settings, options, position }))
    },

    viewList: async (context, { table }) => {
      const { own, others, personal } = await seen.list(context, table)
      const model = (view: StoredView): ViewModel => modelOf(view, personal.get(view.id))
      const { id: _, ...grid } = model(own)
      return [grid, ...others.map(model)]
    },

    viewNameList: async (context) => {
      const [views, list] = await Promise.all([
        service.listAll(projectOf(context)),
        tables.list(context.principal, projectOf(context)),
      ])
      const names = new Set(list.map(({ name }) => name))
      return views.filter(({ id, table }) => names.has(table) && isViewListed(context.principal, id))
    },

    viewRename: async (context, { view, title }) => {
      const { before, title: after } = await service.rename(viewCallOf(context), view, title)
      return { table: before.table, before: before.title, title: after }
    },

    viewMove: async (context, { view, position }) => {
      await service.move(notedCallOf(context), view, position)
      return 1 as const
    },

    viewDelete: async (context, { view }) => {
      const { table, title } = await service.remove(notedCallOf(context), view)
      return { table, title }
    },

    viewDuplicate: async (context, { title, ...given }) =>
      seenModel(context, await service.duplicate(await at(context, given), title)),

    viewLock: async (context, { locked, ...given }) => {
      await service.lock(await at(context, given), locked)
      return 1 as const
    },

    viewSettingsSave: async (context, { table, view, ...patch }) => {
      await service.save(context.principal, await at(context, { table, view }), patch)
      return 1 as const
    },

    viewSettingsCopy: async (context, { from, ...given }) => {
      await service.copy(context.principal, await at(context, given), from)
      return 1 as const
    },

    viewPersonalSave: async (context, { settings, ...given }) => {
      await service.savePersonal(await personalAt(context, given), settings)
      return 1 as const
    },

    viewRestore: async (context, { table, view }) => modelOf(await service.restore(viewCallOf(context), table, view)),

    viewSettingsRevert: async (context, { from, to, ...given }) => {
      await service.revert(context.principal, await at(context, given), from, to)
      return 1 as const
    },

    viewPersonalRevert: async (context, { from, to, ...given }) => {
      await service.revertPersonal(await personalAt(context, given), from, to)
      return 1 as const
    },

    viewPersonalClear: async (context, given) => {
      await service.clearPersonal(await personalAt(context, given))
      return 1 as const
    },
  }
}

const projectOf = (context: CallContext): string => inProject(context).projectId

/** Returns the call as the service of views takes it. */
export function viewCallOf(context: CallContext): ViewCall {
  const { projectId, actor, change, principal } = inProject(context)
  return { projectId, userId: actor.userId, change, unlisted: principal.access?.views }
}

/** Returns the call with what it changes as details of its line in the audit. */
export const notedCallOf = (context: CallContext): ViewCall => ({
  ...viewCallOf(context),
  changed: ({ title, table }, values) =>
    context.noteForAudit?.({ ...(title !== '' && { title }), ...(values.length > 0 && { values }) }, table),
})

function modelOf(view: StoredView, personal?: PartialViewSettings): ViewModel {
  const { id, title, kind, position, locked, settings, options } = view
  return { id, title, kind, position, locked, settings, personal: personal ?? null, options }
}
