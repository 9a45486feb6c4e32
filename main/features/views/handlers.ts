import type { viewOperations, ViewModel } from '@common/operations/views'
import { accountOf } from '@common/principal'
import type { PartialViewSettings } from '@common/views'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { StoredView } from './repository'
import type { ViewService } from './service'
import type { ViewCall } from './view-rows'

/** Handlers of `common/operations/views.ts`. */
export function createViewHandlers(service: ViewService): Handlers<typeof viewOperations> {
  return {
    viewCreate: async (context, { table, title, kind, settings = {}, options = {}, position }) =>
      modelOf(await service.create(viewCallOf(context), table, { title, kind, settings, options, position })),

    viewList: async (context, { table }) => {
      const userId = accountOf(context.principal)?.userId ?? null
      const { own, others, personal } = await service.list(projectOf(context), table, userId)
      const { id: _, ...grid } = modelOf(own, personal.get(own.id))
      return [grid, ...others.map((view) => modelOf(view, personal.get(view.id)))]
    },

    viewNameList: async (context) => [...(await service.listAll(projectOf(context)))],

    viewRename: async (context, { view, title }) => {
      const { before, title: after } = await service.rename(viewCallOf(context), view, title)
      return { table: before.table, before: before.title, title: after }
    },

    viewMove: async (context, { view, position }) => {
      await service.move(viewCallOf(context), view, position)
      return 1 as const
    },

    viewDelete: async (context, { view }) => {
      const { table, title } = await service.remove(viewCallOf(context), view)
      return { table, title }
    },

    viewDuplicate: async (context, { title, ...at }) =>
      modelOf(await service.duplicate({ ...viewCallOf(context), ...at }, title)),

    viewLock: async (context, { locked, ...at }) => {
      await service.lock({ ...viewCallOf(context), ...at }, locked)
      return 1 as const
    },

    viewSettingsSave: async (context, { table, view, ...patch }) => {
      await service.save(context.principal, { ...viewCallOf(context), table, view }, patch)
      return 1 as const
    },

    viewSettingsCopy: async (context, { from, ...at }) => {
      await service.copy(context.principal, { ...viewCallOf(context), ...at }, from)
      return 1 as const
    },

    viewPersonalSave: async (context, { settings, ...at }) => {
      await service.savePersonal(personalOf(context, at), settings)
      return 1 as const
    },

    viewRestore: async (context, { table, view }) => modelOf(await service.restore(viewCallOf(context), table, view)),

    viewSettingsRevert: async (context, { from, to, ...at }) => {
      await service.revert(context.principal, { ...viewCallOf(context), ...at }, from, to)
      return 1 as const
    },

    viewPersonalRevert: async (context, { from, to, ...at }) => {
      await service.revertPersonal(personalOf(context, at), from, to)
      return 1 as const
    },

    viewPersonalClear: async (context, at) => {
      await service.clearPersonal(personalOf(context, at))
      return 1 as const
    },
  }
}

const projectOf = (context: CallContext): string => inProject(context).projectId

/** Returns the call as the service of views takes it. */
export function viewCallOf(context: CallContext): ViewCall {
  const { projectId, actor, change } = inProject(context)
  return { projectId, userId: actor.userId, change }
}

/** @throws AppError NOT_SIGNED_IN, NOT_ALLOWED for callers without an account */
const personalOf = <At extends object>(context: CallContext, at: At) => ({
  ...viewCallOf(context),
  ...at,
  userId: personIn(context).userId,
})

function modelOf(view: StoredView, personal?: PartialViewSettings): ViewModel {
  const { id, title, kind, position, locked, settings, options } = view
  return { id, title, kind, position, locked, settings, personal: personal ?? null, options }
}
