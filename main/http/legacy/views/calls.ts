import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { ModelKind } from '@common/principal/access'
import { settingsPatch, viewKinds, viewLimits, viewOptions, type PartialViewSettings } from '@common/views'
import type { Tables } from '@main/features/tables'
import type { DisabledModels } from '@main/features/access'
import { notedCallOf, viewCallOf, type StoredView, type Views } from '@main/features/views'
import { inProject } from '@main/operations/context'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { disabledFor } from '../access/models'
import { name, one } from '../shapes'
import { createTableMeta } from '../tables/table-meta'
import { fromQueryParams, queryParamsOf, readQueryParams, wireQueryParams } from './query-params'
import { wireMadeView, wireView, type WireMadeView, type WireView } from './schemas'
import type { QueryParams } from './types'

const title = z.string().max(1_000)
/** Id of a view; for the default grid, the id of its entry in xcVirtualTableList. */
const id = z.union([name, z.number()]).transform(String)
/** Scripts send back whole entries of the list. These keys change nothing. */
const told = z.string().max(1_000).nullish()

/** Services behind the calls about views. */
export interface ViewCallServices {
  readonly tables: Tables
  readonly views: Pick<Views, 'service' | 'seen' | 'find'>
  readonly access: { readonly models: Pick<DisabledModels, 'list'> }
}

/** Calls about views of tables (wire §8.1). */
export const viewCalls = (services: ViewCallServices) => ({
  ...createCall(services),
  ...listCall(services),
  ...updateCall(services),
  xcVirtualTableRename: translated('viewRename', {
    input: z.strictObject({ id, title, old_title: told, parent_model_title: told, show_as: told }),
    output: one,
    toInput: ({ id: view, title: wanted }) => ({ view, title: wanted }),
    toBody: () => 1 as const,
  }),
  xcModelViewOrderSet: translated('viewMove', {
    input: z.strictObject({ id, view_order: z.number() }),
    output: one,
    toInput: ({ id: view, view_order: position }) => ({ view, position }),
    toBody: () => 1 as const,
  }),
  xcVirtualTableDelete: translated('viewDelete', {
    input: z.strictObject({ id, title: told, view_name: told, parent_model_title: told }),
    output: one,
    toInput: ({ id: view }) => ({ view }),
    toBody: () => 1 as const,
  }),
})

const createCall = ({ tables, views }: ViewCallServices) => ({
  /** A missing table answers an empty body. */
  xcVirtualTableCreate: scripted(
    {
      changes: ['views'],
      scope: 'project',
      permission: 'view.change',
      input: z.strictObject({
        title,
        parent_model_title: name,
        show_as: z.enum(viewKinds).default('grid'),
        query_params: wireQueryParams.optional(),
        settings: settingsPatch.optional(),
        options: viewOptions.optional(),
        view_order: z.number().optional(),
      }),
      output: wireMadeView.optional(),
      errors: ['TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY', 'TABLE_VIEW_OPTIONS_INVALID'],
    },
    {
      handle: async (context, body) => {
        const { projectId } = inProject(context)
        const table = await tables.catalog.as(context.principal).find(projectId, body.parent_model_title)
        if (table === undefined) return undefined
        const kind = { kind: body.show_as, options: body.options ?? {} }
        const given = fromQueryParams(table, paramsOf(body.query_params ?? {}), kind)
        const view = await views.service.create(viewCallOf(context), table.name, {
          title: body.title,
          kind: body.show_as,
          settings: { ...given.settings, ...body.settings },
          options: given.options ?? kind.options,
          extras: given.extras,
          locked: given.locked ?? false,
          position: body.view_order,
        })
        return madeView(table, view)
      },
      audit: ({ parent_model_title: table }, view) =>
        view === undefined
          ? null
          : { operation: 'VIEW/CREATED', table, details: { title: view.title, kind: view.show_as } },
    },
  ),
})

const listCall = ({ tables, views, access }: ViewCallServices) => ({
  xcVirtualTableList: scripted(
    {
      reads: ['views', 'schema', 'metadata', 'access'],
      scope: 'project',
      permission: 'view.read',
      input: z.strictObject({
        tn: name,
        /** False omits the description of the table from the first entry. */
        meta: z.boolean().default(true),
      }),
      output: z.array(wireView),
      errors: ['TABLE_NOT_FOUND'],
    },
    {
      handle: async (context, { tn, meta }) => {
        const { projectId } = inProject(context)
        const { table, own, others, personal } = await views.seen.list(context, tn)
        const line = (view: StoredView) => wireLine(table, view, personal.get(view.id))
        const [tableId, text, models] = await Promise.all([
          tables.descriptions.id(projectId, table),
          meta ? createTableMeta(tables)(context.principal, projectId, table) : null,
          access.models.list(context.principal, projectId),
        ])
        const rolesWithout = (kind: ModelKind, of: string) =>
          disabledFor(new Set(models.find((model) => model.kind === kind && model.name === of)?.roles))
        return [
          {
            ...line(own),
            disabled: rolesWithout('table', table.name),
            id: tableId,
            title: table.name,
            alias: table.title,
            type: table.type,
            meta: text,
            parent_model_title: null,
          },
          ...others.map((view) => ({ ...line(view), disabled: rolesWithout('tableView', view.id) })),
        ]
      },
    },
  ),
})

const updateCall = ({ views }: ViewCallServices) => ({
  /** Filters and sorts that equal the previous answer stay unchanged. */
  xcVirtualTableUpdate: scripted(
    {
      changes: ['views'],
      scope: 'project',
      permission: 'view.save',
      input: z.strictObject({ id, query_params: wireQueryParams, tn: name.optional(), view_name: told }),
      output: one,
      errors: ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND', 'TABLE_VIEW_LOCKED'],
    },
    {
      handle: async (context, body) => {
        const params = paramsOf(body.query_params)
        const at = { ...notedCallOf(context), id: body.id, table: body.tn }
        await views.service.revise(context.principal, at, (table, view) =>
          fromQueryParams(table, params, view, queryParamsOf(table, view)),
        )
        return 1 as const
      },
      audit: ({ tn: table }) => ({ operation: 'VIEW/UPDATED', ...(table !== undefined && { table }) }),
    },
  ),
})

/** @throws AppError JSON_INVALID, BODY_TOO_LARGE */
function paramsOf(sent: z.infer<typeof wireQueryParams>): QueryParams {
  const params = readQueryParams(sent)
  if (params === undefined) throw new AppError('JSON_INVALID')
  if (JSON.stringify(params).length > viewLimits.extrasCharacters + viewLimits.settingsCharacters)
    throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.extrasCharacters + viewLimits.settingsCharacters })
  return params
}

function wireLine(
  table: Table,
  view: StoredView,
  personal: PartialViewSettings | undefined,
): Omit<WireView, 'disabled'> {
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
    locked: view.locked,
    settings: view.settings,
    personal: personal ?? null,
    options: view.options,
  }
}

function madeView(table: Table, view: StoredView): WireMadeView {
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
