import type { viewOperations, ViewModel } from '@common/operations/views'
import { AppError } from '@common/errors'
import type { TableSummary } from '@common/model'
import { accountOf, type Principal } from '@common/principal'
import type { FindTable, SightedTable } from '@common/principal/sight'
import type { PartialViewSettings } from '@common/views'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { StoredView } from './repository'
import { hidesColumns, seenSettings, seenView } from './seen-view'
import type { ViewService } from './service'
import type { ViewCall } from './view-rows'

/** Handlers of `common/operations/views.ts`. */
export function createViewHandlers(
  service: ViewService,
  tables: {
    readonly find: FindTable
    readonly list: (principal: Principal, projectId: string) => Promise<readonly TableSummary[]>
  },
): Handlers<typeof viewOperations> {
  /** @throws AppError TABLE_NOT_FOUND */
  const seenTable = async ({ principal, ...context }: CallContext, name: string): Promise<SightedTable> => {
    const found = await tables.find(principal, projectOf({ principal, ...context }), name)
    if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
    return found
  }
  /** Settings replace each other as a whole, so a principal who doesn't see all of them can't save them. */
  const requireWhole = async (context: CallContext, table: string): Promise<void> => {
    if (hidesColumns(await seenTable(context, table))) throw new AppError('NOT_ALLOWED')
  }
  return {
    viewCreate: async (context, { table, title, kind, settings = {}, options = {}, position }) =>
      modelOf(await service.create(viewCallOf(context), table, { title, kind, settings, options, position })),

    viewList: async (context, { table }) => {
      const userId = accountOf(context.principal)?.userId ?? null
      const seen = await seenTable(context, table)
      const { own, others, personal } = await service.list(projectOf(context), table, userId)
      const model = (view: StoredView): ViewModel => {
        const settings = personal.get(view.id)
        return modelOf(seenView(view, seen), settings && seenSettings(settings, seen))
      }
      const { id: _, ...grid } = model(own)
      return [grid, ...others.map(model)]
    },

    viewNameList: async (context) => {
      const [views, list] = await Promise.all([
        service.listAll(projectOf(context)),
        tables.list(context.principal, projectOf(context)),
      ])
      const names = new Set(list.map(({ name }) => name))
      return views.filter(({ table }) => names.has(table))
    },

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
      await requireWhole(context, table)
      await service.save(context.principal, { ...viewCallOf(context), table, view }, patch)
      return 1 as const
    },

    viewSettingsCopy: async (context, { from, ...at }) => {
      await requireWhole(context, at.table)
      await service.copy(context.principal, { ...viewCallOf(context), ...at }, from)
      return 1 as const
    },

    viewPersonalSave: async (context, { settings, ...at }) => {
      await service.savePersonal(personalOf(context, at), settings)
      return 1 as const
    },

    viewRestore: async (context, { table, view }) => modelOf(await service.restore(viewCallOf(context), table, view)),

    viewSettingsRevert: async (context, { from, to, ...at }) => {
      await requireWhole(context, at.table)
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
