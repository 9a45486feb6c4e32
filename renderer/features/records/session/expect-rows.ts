import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import { engineFilter, tablesAsked, type View } from '@common/views'
import { openingSettings } from '@renderer/features/views'
import { localeTag, readerZone } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { narrowedKey, useNarrowed } from '../filter/narrowed'
import { groupOrders } from '../group/use-group-orders'
import { openModel } from './open-model'
import { sortedBy } from './sorted-by'

export interface OpeningView {
  readonly projectId: string
  readonly table: Table
  readonly view: View
  readonly permissions: Permissions
}

/**
 * Requests the first rows of a grid that opens now, while React still draws it. Does nothing for other kinds of views,
 * and for filters that need a linked table. A view whose query turns out different requests its own rows.
 */
export function expectRows({ projectId, table, view, permissions }: OpeningView): void {
  if (view.kind !== 'grid') return
  const settings = openingSettings(projectId, table, view, permissions)
  if (tablesAsked(settings.filter, table).length > 0) return
  const groups = groupOrders(table, settings.groups)
  const narrowed = useNarrowed.getState().tables[narrowedKey(projectId, table.name)]
  const reader = {
    now: new Date(),
    timeZone: readerZone(),
    locale: localeTag(),
    email: useUsers.getState().user?.email ?? '',
    tables: (name: string) => (name === table.name ? table : undefined),
  }
  openModel(projectId, table, view.id, {
    sort: sortedBy(table, [...groups, ...settings.sorts]),
    search: '',
    filter: narrowed === undefined ? engineFilter(settings.filter, table, reader) : narrowed.filter,
    isPending: false,
    groups,
  })
}
