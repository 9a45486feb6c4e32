import type { viewOperations, ViewModel } from '@common/operations/views'
import { accountOf } from '@common/principal'
import type { PartialViewSettings } from '@common/views'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { StoredView } from './repository'
import type { ViewService } from './service'

/** Handlers of `common/operations/views.ts`. */
export function createViewHandlers(service: ViewService): Handlers<typeof viewOperations> {
  return {
    viewCreate: async (context, { table, title, kind, settings = {}, options = {}, position }) =>
      modelOf(await service.create(projectOf(context), table, { title, kind, settings, options, position })),

    viewList: async (context, { table }) => {
      const userId = accountOf(context.principal)?.userId ?? null
      const { own, others, personal } = await service.list(projectOf(context), table, userId)
      const { id: _, ...grid } = modelOf(own, personal.get(own.id))
      return [grid, ...others.map((view) => modelOf(view, personal.get(view.id)))]
    },

    viewNameList: async (context) => [...(await service.listAll(projectOf(context)))],

    viewRename: async (context, { view, title }) => {
      const { before, title: after } = await service.rename(projectOf(context), view, title)
      return { table: before.table, before: before.title, title: after }
    },

    viewMove: async (context, { view, position }) => {
      await service.move(projectOf(context), view, position)
      return 1 as const
    },

    viewDelete: async (context, { view }) => {
      const { table, title } = await service.remove(projectOf(context), view)
      return { table, title }
    },

    viewDuplicate: async (context, { title, ...at }) =>
      modelOf(await service.duplicate({ projectId: projectOf(context), ...at }, title)),

    viewLock: async (context, { locked, ...at }) => {
      await service.lock({ projectId: projectOf(context), ...at }, locked)
      return 1 as const
    },

    viewSettingsSave: async (context, { table, view, ...patch }) => {
      await service.save(context.principal, { projectId: projectOf(context), table, view }, patch)
      return 1 as const
    },

    viewSettingsCopy: async (context, { from, ...at }) => {
      await service.copy(context.principal, { projectId: projectOf(context), ...at }, from)
      return 1 as const
    },

    viewPersonalSave: async (context, { settings, ...at }) => {
      await service.savePersonal({ projectId: projectOf(context), ...at }, personIn(context).userId, settings)
      return 1 as const
    },

    viewPersonalClear: async (context, at) => {
      await service.clearPersonal({ projectId: projectOf(context), ...at }, personIn(context).userId)
      return 1 as const
    },
  }
}

const projectOf = (context: CallContext): string => inProject(context).projectId

function modelOf(view: StoredView, personal?: PartialViewSettings): ViewModel {
  const { id, title, kind, position, locked, settings, options } = view
  return { id, title, kind, position, locked, settings, personal: personal ?? null, options }
}
