import { AppError } from '@common/errors'
import type { BaseRole, Principal } from '@common/principal'
import { isViewListed } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import { isAsStrictFor } from '@main/features/access'
import type { StoredView } from '@main/features/views'
import type { StoredShare } from './repository'
import type { Sharer, ShareServiceOptions } from './types'

export interface SharingRightsOptions extends Pick<ShareServiceOptions, 'table' | 'seesAll' | 'accesses' | 'views'> {
  /** @throws AppError SHARE_NOT_FOUND */
  readonly get: (projectId: string, id: string) => Promise<StoredShare>
}

/** Checks that people share no more than they see. */
export function createSharingRights({ table: findTable, seesAll, accesses, views, get }: SharingRightsOptions) {
  const tableOf = async (principal: Principal, projectId: string, name: string): Promise<SightedTable> => {
    const table = await findTable(principal, projectId, name)
    if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
    return table
  }

  /**
   * Returns a table that a person may share: a link shows what the view shows, which must not be more than they see.
   *
   * @throws AppError TABLE_NOT_FOUND, SHARE_TABLE_RESTRICTED
   */
  const openTable = async (
    { principal, projectId }: Pick<Sharer, 'principal' | 'projectId'>,
    name: string,
  ): Promise<SightedTable> => {
    const table = await tableOf(principal, projectId, name)
    if (!(await seesAll(principal, projectId, table)))
      throw new AppError('SHARE_TABLE_RESTRICTED', { table: table.title })
    return table
  }

  /** @throws AppError ROLE_ABOVE_OWN */
  const requireGivable = async ({ principal, projectId }: Sharer, role: BaseRole): Promise<void> => {
    if (!isAsStrictFor(principal, role, await accesses.now(projectId))) throw new AppError('ROLE_ABOVE_OWN')
  }

  /** Returns a link that shows no more than its holder sees. @throws AppError SHARE_NOT_FOUND and as for new links */
  const requireOwnSight = async (sharer: Sharer, id: string, role?: BaseRole): Promise<StoredShare> => {
    const share = await get(sharer.projectId, id)
    const view = share.viewId === null ? undefined : await views.find(sharer.projectId, share.viewId)
    if (view !== undefined && !isViewListed(sharer.principal, view.id)) throw new AppError('SHARE_NOT_FOUND')
    if (view !== undefined) await openTable(sharer, view.table)
    const shownRole = share.role === null ? undefined : (role ?? share.role)
    if (shownRole !== undefined) await requireGivable(sharer, shownRole)
    return share
  }

  /** True if a link shows no more than a person sees. Its address is the key to what it shows. */
  const isOwnSight = async (sharer: Sharer, { role }: StoredShare, view: StoredView | undefined): Promise<boolean> => {
    const { principal, projectId } = sharer
    if (role !== null && !isAsStrictFor(principal, role, await accesses.now(projectId))) return false
    if (view !== undefined && !isViewListed(principal, view.id)) return false
    const table = view && (await findTable(principal, projectId, view.table))
    return view === undefined || (table !== undefined && (await seesAll(principal, projectId, table)))
  }

  return { tableOf, openTable, requireGivable, requireOwnSight, isOwnSight }
}
