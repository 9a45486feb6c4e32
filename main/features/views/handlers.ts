import type { Principal } from '@common/principal'
import type { FindTable } from '@common/principal/sight'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { MadeView, viewOperations } from '@common/operations/views'
import { accountOf } from '@common/principal'
import { viewLimits, type PartialViewSettings } from '@common/views'
import { fromQueryParams, queryParamsOf, readQueryParams, type QueryParams, type WireView } from '@common/wire/views'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { StoredView } from './repository'
import type { ViewService } from './service'

export interface ViewHandlerOptions {
  readonly service: ViewService
  readonly table: FindTable
  /** The id that a table has for scripts. */
  readonly tableId: (projectId: string, table: Table) => Promise<string>
  /** `meta` of tableXcModelGet. */
  readonly tableMeta: (principal: Principal, projectId: string, table: Table) => Promise<string>
}

/** Handlers of `common/operations/views.ts`. */
export function createViewHandlers(options: ViewHandlerOptions): Handlers<typeof viewOperations> {
  const { service, tableId, tableMeta } = options

  return {
    xcVirtualTableCreate: async (context, input) => {
      const { projectId } = inProject(context)
      const table = await options.table(context.principal, projectId, input.parent_model_title)
      // wire §8.1: empty, not an error.
      if (table === undefined) return undefined
      const kind = { kind: input.show_as, options: input.options ?? {} }
      const given = fromQueryParams(table, paramsOf(input.query_params ?? {}), kind)
      const view = await service.create(projectId, table, {
        title: input.title,
        kind: input.show_as,
        settings: { ...given.settings, ...input.settings },
        options: given.options ?? kind.options,
        extras: given.extras,
        locked: given.locked ?? false,
        position: input.view_order,
      })
      return madeView(table, view)
    },

    xcVirtualTableList: async (context, { tn, meta }) => {
      const { projectId } = inProject(context)
      const { table, own, others, personal } = await service.list(projectId, tn, userIdOf(context))
      const line = (view: StoredView) => wireLine(table, view, personal.get(view.id))
      const [id, text] = await Promise.all([
        tableId(projectId, table),
        meta ? tableMeta(context.principal, projectId, table) : null,
      ])
      return [
        {
          ...line(own),
          id,
          title: table.name,
          alias: table.title,
          type: table.type,
          meta: text,
          parent_model_title: null,
        },
        ...others.map(line),
      ]
    },

    viewNameList: async (context) =>
      (await service.listAll(inProject(context).projectId)).map(({ id, title, table, kind }) => ({
        id,
        title,
        tn: table,
        show_as: kind,
      })),

    xcVirtualTableUpdate: async (context, { id, query_params, tn }) => {
      const { projectId } = inProject(context)
      await service.saveQueryParams(context.principal, { projectId, id, tn }, paramsOf(query_params))
      return 1 as const
    },

    xcVirtualTableRename: async (context, { id, title }) => {
      await service.rename(inProject(context).projectId, id, title)
      return 1 as const
    },

    xcModelViewOrderSet: async (context, { id, view_order }) => {
      await service.move(inProject(context).projectId, id, view_order)
      return 1 as const
    },

    xcVirtualTableDelete: async (context, { id }) => {
      await service.remove(inProject(context).projectId, id)
      return 1 as const
    },

    viewDuplicate: async (context, { tn, id, title }) => {
      const { table, view } = await service.duplicate({ ...at(context), tn, id }, title)
      return madeView(table, view)
    },

    viewLock: async (context, { tn, id, locked }) => {
      await service.lock({ ...at(context), tn, id }, locked)
      return 1 as const
    },

    viewSettingsSave: async (context, { tn, id, settings, options: kindOptions, optionsPatch }) => {
      const patch = { settings, options: kindOptions, optionsPatch }
      await service.save(context.principal, { ...at(context), tn, id }, patch)
      return 1 as const
    },

    viewSettingsCopy: async (context, { tn, id, from }) => {
      await service.copy(context.principal, { ...at(context), tn, id }, from)
      return 1 as const
    },

    viewPersonalSave: async (context, { tn, id, settings }) => {
      await service.savePersonal({ ...at(context), tn, id }, personOf(context), settings)
      return 1 as const
    },

    viewPersonalClear: async (context, { tn, id }) => {
      await service.clearPersonal({ ...at(context), tn, id }, personOf(context))
      return 1 as const
    },
  }
}

const at = (context: CallContext) => ({ projectId: inProject(context).projectId })

const userIdOf = ({ principal }: CallContext): number | null => accountOf(principal)?.userId ?? null

const personOf = (context: CallContext): number => personIn(context).userId

/** @throws AppError JSON_INVALID, BODY_TOO_LARGE */
function paramsOf(sent: Parameters<typeof readQueryParams>[0]): QueryParams {
  const params = readQueryParams(sent)
  if (params === undefined) throw new AppError('JSON_INVALID')
  if (JSON.stringify(params).length > viewLimits.extrasCharacters + viewLimits.settingsCharacters)
    throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.extrasCharacters + viewLimits.settingsCharacters })
  return params
}

function wireLine(table: Table, view: StoredView, personal: PartialViewSettings | undefined): WireView {
  return {
    id: view.id,
    title: view.title,
    alias: view.title,
    type: 'vtable',
    meta: null,
    parent_model_title: table.name,
    show_as: view.kind,
    view_order: view.position,
    query_params: JSON.stringify(queryParamsOf(table, view)),
    disabled: { editor: false, commenter: false, viewer: false },
    locked: view.locked,
    settings: view.settings,
    personal: personal ?? null,
    options: view.options,
  }
}

function madeView(table: Table, view: StoredView): MadeView {
  return {
    id: view.id,
    title: view.title,
    type: 'vtable',
    query_params: JSON.stringify(queryParamsOf(table, view)),
    parent_model_title: table.name,
    show_as: view.kind,
    view_order: view.position,
  }
}
