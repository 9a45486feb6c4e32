import { AppError } from '@common/errors'
import type { Share } from '@common/operations/shares'
import type { PartialViewSettings } from '@common/views'
import type { Shares } from '@main/features/shares'
import type { StoredView } from '@main/features/views'
import { inProject, type CallContext } from '@main/operations/context'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { name, nothing } from '../shapes'
import { fromQueryParams, queryParamsOf, readQueryParams, unknownFilter, wireQueryParams } from '../views/query-params'
import type { ViewCallServices } from '../views/calls'
import { password, viewTitle, wireBase, wireLink, wireMadeLink } from './schemas'
import { noteValues } from '@main/lib/note-change'

/** Services behind the calls that manage links. */
export interface LinkCallServices extends ViewCallServices {
  readonly shares: Pick<Shares, 'service'>
}

const success = z.object({ msg: z.literal('Success') })
const done = () => ({ msg: 'Success' as const })
const id = z.union([name, z.number()]).transform(String)

/** Calls about links for visitors, for members who may share (wire §8.2, §8.3). */
export const linkCalls = (services: LinkCallServices) => ({
  ...viewLinkCalls(services),
  ...baseLinkCalls(services),
  updateSharedViewLinkPassword: translated('shareUpdate', {
    input: z.strictObject({ id, password }),
    output: success,
    toInput: ({ id: share, password: given }) => ({ id: share, password: given ? given : null }),
    toBody: done,
  }),
  deleteSharedViewLink: translated('shareRevoke', {
    input: z.strictObject({ id }),
    output: success,
    toInput: ({ id: share }) => ({ id: share }),
    toBody: done,
  }),
})

const viewLinkCalls = (services: LinkCallServices) => ({
  /** Without `password`, makes the link and answers an empty body, as the original did. */
  createSharedViewLink: scripted(
    {
      changes: ['shares'],
      scope: 'project',
      permission: 'share.manage',
      input: z.strictObject({
        model_name: name,
        view_name: viewTitle,
        show_as: z.string().max(100).nullish(),
        query_params: wireQueryParams.nullish(),
        password,
      }),
      output: wireMadeLink.optional(),
      errors: ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND', 'SHARE_TABLE_RESTRICTED', 'JSON_INVALID', 'FILTER_INVALID'],
    },
    {
      handle: async (context, { model_name: table, view_name: title, query_params: params, password: given }) => {
        const sharer = sharerOf(context)
        const { service } = services.shares
        const found = await viewNamed(services, context, table, title)
        const narrowing = narrowingOf(found, params)
        const at = { table: found.table.name, view: found.view.isOwn ? undefined : found.view.id }
        const known = await service.ofView(sharer, at.table, at.view)
        const share =
          known === null
            ? await service.shareView(sharer, {
                table: at.table,
                ...(at.view !== undefined && { view: at.view }),
                ...(given ? { password: given } : {}),
                // Every link of the original can be downloaded (wire §8.2).
                download: true,
                narrowing,
              })
            : await tightened(service, sharer, known, { password: given, narrowing })
        if (given === undefined) return undefined
        return { id: share.id, view_id: share.link, view_type: found.view.kind, url: share.url }
      },
      audit: ({ model_name: table, view_name: title }) => ({
        operation: 'SHARE/CREATED',
        table,
        details: { title: title ?? '' },
      }),
    },
  ),
  listSharedViewLinks: scripted(
    {
      reads: ['shares', 'views', 'schema', 'metadata'],
      scope: 'project',
      permission: 'share.manage',
      input: z.strictObject({ model_name: name }),
      output: z.array(wireLink),
      errors: ['TABLE_NOT_FOUND'],
    },
    {
      handle: async (context, { model_name: table }) => {
        const sharer = sharerOf(context)
        const { name: known, title: own } = await services.tables.catalog
          .as(context.principal)
          .get(sharer.projectId, table)
        const list = await services.shares.service.list(sharer)
        return list.flatMap(({ id: share, link, view }) =>
          view?.table === known
            ? [
                {
                  id: share,
                  view_id: link,
                  password: null,
                  model_name: known,
                  view_type: view.kind,
                  view_name: view.id === undefined ? own : view.title,
                },
              ]
            : [],
        )
      },
    },
  ),
})

const baseLinkCalls = (services: LinkCallServices) => ({
  /** Another call changes the role. Roles other than editor become viewer. */
  createSharedBaseLink: scripted(
    {
      changes: ['shares'],
      scope: 'project',
      permission: 'share.manage',
      input: z.strictObject({ roles: z.string().max(100).nullish(), password }),
      output: wireBase,
      errors: [],
    },
    {
      handle: async (context, { roles, password: given }) => {
        const settings = { role: roles === 'editor' ? ('editor' as const) : ('viewer' as const), enabled: true }
        return baseOf(
          await services.shares.service.shareBase(sharerOf(context), {
            ...settings,
            ...(given ? { password: given } : {}),
          }),
        )
      },
      audit: (_input, { roles }) => ({ operation: 'SHARE/CREATED', details: { base: true, role: roles } }),
    },
  ),
  getSharedBaseLink: scripted(
    {
      reads: ['shares'],
      scope: 'project',
      permission: 'share.manage',
      input: z.strictObject({}),
      output: wireBase.optional(),
      errors: [],
    },
    {
      handle: async (context) => {
        const share = await services.shares.service.ofBase(sharerOf(context))
        return share === null ? undefined : baseOf(share)
      },
    },
  ),
  disableSharedBaseLink: scripted(
    {
      changes: ['shares'],
      scope: 'project',
      permission: 'share.manage',
      input: z.strictObject({}),
      output: nothing,
      errors: [],
    },
    {
      handle: async (context) => {
        const sharer = sharerOf(context)
        const { service } = services.shares
        const share = await service.ofBase(sharer)
        if (share !== null) noteValues(context, (await service.revoke(sharer.projectId, share.id)).values)
        return undefined
      },
      audit: () => ({ operation: 'SHARE/REVOKED', details: { base: true } }),
    },
  ),
})

const baseOf = ({ id: share, link, enabled, role, url }: Share): z.infer<typeof wireBase> => ({
  id: share,
  shared_base_id: link,
  enabled: enabled ? 1 : 0,
  roles: role ?? 'viewer',
  url,
})

/**
 * Gives a link the password and the conditions that a script wants for it, if it has none: it never becomes more open
 * than the script expects. A password or conditions that it has stay.
 */
async function tightened(
  service: LinkCallServices['shares']['service'],
  sharer: ReturnType<typeof sharerOf>,
  share: Share,
  wanted: { readonly password: string | null | undefined; readonly narrowing: PartialViewSettings | null },
): Promise<Share> {
  const change = {
    ...(wanted.password && !share.hasPassword ? { password: wanted.password } : {}),
    ...(wanted.narrowing !== null && !share.narrowed && { narrowing: wanted.narrowing }),
  }
  return Object.keys(change).length === 0 ? share : (await service.change(sharer, share.id, change)).share
}

function sharerOf(context: CallContext) {
  const { projectId, principal, actor } = inProject(context)
  return { projectId, principal, userId: actor.userId }
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NOT_FOUND */
async function viewNamed({ views }: LinkCallServices, context: CallContext, tableName: string, title?: string | null) {
  const { table, own, others } = await views.seen.list(context, tableName)
  const isOwn = title === undefined || title === null || title === '' || [table.name, table.title].includes(title)
  const view = others.find((each) => each.title === title) ?? (isOwn ? own : undefined)
  if (view === undefined) throw new AppError('TABLE_VIEW_NOT_FOUND')
  return { table, view }
}

type FoundView = Awaited<ReturnType<typeof viewNamed>>

/**
 * Returns the settings of a script that show less than the view does; null if it has none. Settings that equal those of
 * the view aren't stored, so that the link follows the view.
 *
 * @throws AppError JSON_INVALID, FILTER_INVALID
 */
function narrowingOf(
  { table, view }: { readonly table: FoundView['table']; readonly view: StoredView },
  sent: z.infer<typeof wireQueryParams> | null | undefined,
): PartialViewSettings | null {
  const params = readQueryParams(sent ?? {})
  if (params === undefined) throw new AppError('JSON_INVALID')
  // A condition without effect would show more than the script wants.
  const unknown = unknownFilter(table, params)
  if (unknown !== undefined) throw new AppError('FILTER_INVALID', unknown === '' ? {} : { column: unknown })
  const { hidden, filter, sorts } = fromQueryParams(table, params, view, queryParamsOf(table, view)).settings
  const narrowing = { ...(hidden && { hidden }), ...(filter && { filter }), ...(sorts && { sorts }) }
  return Object.keys(narrowing).length === 0 ? null : narrowing
}
