import type { viewOperations } from '@common/operations/views'
import type { FeatureModule } from '@main/operations/module'
import type { Ids } from '@main/lib/ids'
import type { MetaStep } from '@main/db/meta'
import { viewAudit } from './audit-rules'
import { viewById, viewStep, viewsOfTable, type StoredView } from './repository'
import { createViewHandlers } from './handlers'
import { createSeenViews, type SeenViews } from './seen-list'
import { createViewService } from './service'
import { createViewRows, type ViewRows, type ViewServiceOptions } from './view-rows'
import type { ViewService } from './types'

export type { ViewService } from './types'

export { viewsFollowColumns, viewsFollowTable, viewsGo, type ColumnsFollowed } from './following'

export { keyOf as viewTitleKey, savedViewStep, viewsOfProject as storedViews } from './repository'
export type { StoredView, ViewExtras } from './repository'
export { notedCallOf, viewCallOf } from './handlers'
/** A generated view. Without a title it is the table's own grid. */
export type MadeView = Pick<StoredView, 'table' | 'kind' | 'settings' | 'options'> & { readonly title?: string }

/** Returns the statements that store generated views, in order. */
export function madeViewSteps(projectId: string, views: readonly MadeView[], ids: Ids, now: string): MetaStep[] {
  return views.map(({ title = '', ...view }, position) =>
    viewStep(
      projectId,
      {
        ...view,
        title,
        position,
        id: `vw_${ids.hex(10)}`,
        isOwn: title === '',
        extras: {},
        locked: false,
        revision: 1,
      },
      now,
    ),
  )
}

/** Views of tables. */
export interface Views extends FeatureModule<typeof viewOperations> {
  readonly service: ViewService
  /** Views as callers see them. */
  readonly seen: SeenViews
  /** Returns the shared part of a view. */
  readonly find: (projectId: string, id: string) => Promise<StoredView | undefined>
  /** Returns a view with a row in the store. @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NOT_FOUND */
  readonly stored: ViewRows['stored']
  /** Returns the default grid of a table, by its name; undefined before its first change. */
  readonly own: (projectId: string, tableName: string) => Promise<StoredView | undefined>
  /** Returns the stored views of a table, by its name in the database, with shared settings. */
  readonly ofTable: (projectId: string, tableName: string) => Promise<readonly StoredView[]>
}

export function createViews(options: ViewServiceOptions): Views {
  const service = createViewService(options)
  const seen = createSeenViews(service, options.table)
  return {
    service,
    seen,
    handlers: createViewHandlers(service, seen, { list: options.list }),
    audit: viewAudit,
    stored: createViewRows(options).stored,
    own: async (projectId, tableName) =>
      (await viewsOfTable(options.store, projectId, tableName)).find(({ isOwn }) => isOwn),
    find: (projectId, id) => viewById(options.store, projectId, id),
    ofTable: (projectId, tableName) => viewsOfTable(options.store, projectId, tableName),
  }
}
