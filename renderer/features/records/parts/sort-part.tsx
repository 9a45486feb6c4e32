import { SortPopover } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { isSortable } from '../columns/grid-columns'
import type { HeaderMenuEntry } from '../frame/menu-entries'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** Returns the part for the sort order of rows: shown and changed in the toolbar, and in the menu of a header. */
export function useSortPart({ view, table, settings, changeSettings }: GridSession): GridPart {
  const { t } = useTranslation()
  const sort = (column: string, descending: boolean): void => changeSettings({ sorts: [{ column, descending }] })
  return {
    toolbar: <SortPopover view={view} table={table} />,
    headerMenu: (column) => {
      if (!isSortable(column)) return []
      const none: HeaderMenuEntry = {
        id: 'sort.none',
        group: 'sort',
        icon: 'close',
        label: t('grid.menu.sortNone'),
        run: () => changeSettings({ sorts: settings.sorts.filter((key) => key.column !== column.id) }),
      }
      return [
        {
          id: 'sort.ascending',
          group: 'sort',
          icon: 'arrowUp',
          label: t('grid.menu.sortAscending'),
          run: () => sort(column.id, false),
        },
        {
          id: 'sort.descending',
          group: 'sort',
          icon: 'arrowDown',
          label: t('grid.menu.sortDescending'),
          run: () => sort(column.id, true),
        },
        ...(column.sort ? [none] : []),
      ]
    },
  }
}
