import { AppError } from '@common/errors'
import { accountOf } from '@common/principal'
import { isViewListed } from '@common/principal/rules'
import type { FindTable, SightedTable } from '@common/principal/sight'
import type { PartialViewSettings } from '@common/views'
import { inProject, type CallContext } from '@main/operations/context'
import type { StoredView } from './repository'
import { seenSettings, seenView } from './seen-view'
import type { ViewService } from './types'

/** The views of a table without hidden columns, as a caller sees them. */
export interface SeenViewList {
  readonly table: SightedTable
  /** The default grid. */
  readonly own: StoredView
  readonly others: readonly StoredView[]
  /** Settings of the caller, by id of the view. */
  readonly personal: ReadonlyMap<string, PartialViewSettings>
}

/** Reads views for a caller. */
export interface SeenViews {
  /** Returns a table as the caller sees it. @throws AppError TABLE_NOT_FOUND */
  readonly table: (context: CallContext, nameOrTitle: string) => Promise<SightedTable>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly list: (context: CallContext, nameOrTitle: string) => Promise<SeenViewList>
}

export function createSeenViews(service: Pick<ViewService, 'list'>, find: FindTable): SeenViews {
  const tableOf: SeenViews['table'] = async (context, name) => {
    const found = await find(context.principal, inProject(context).projectId, name)
    if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
    return found
  }
  return {
    table: tableOf,
    list: async (context, name) => {
      const table = await tableOf(context, name)
      const userId = accountOf(context.principal)?.userId ?? null
      const { own, others, personal } = await service.list(inProject(context).projectId, table.name, userId)
      return {
        table,
        own: seenView(own, table),
        others: others.filter(({ id }) => isViewListed(context.principal, id)).map((view) => seenView(view, table)),
        personal: new Map([...personal].map(([id, settings]) => [id, seenSettings(settings, table)])),
      }
    },
  }
}
