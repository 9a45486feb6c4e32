import { useTranslation } from '@renderer/i18n'
import { Button, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { isSortable } from '../grid-columns'
import type { HeaderMenuEntry } from '../menu-entries'
import type { GridPart } from '../parts'
import type { GridSession } from '../session'

/** The order of the rows: told in the toolbar, chosen there and in the menu of a header. */
export function useSortPart({ settings, changeSettings, columns }: GridSession): GridPart {
  const { t } = useTranslation()
  const [first] = settings.sorts
  const sorted = columns.find(({ id }) => id === first?.column)
  const sort = (column: string, descending: boolean): void => changeSettings({ sorts: [{ column, descending }] })
  return {
    toolbar: first && sorted && (
      <Menu
        target={
          <Button kind="quiet" on icon="sort">
            {t('grid.toolbar.sortedBy', { column: sorted.title })}
          </Button>
        }
      >
        <MenuItem icon="arrowUp" onClick={() => sort(first.column, false)}>
          {t('grid.menu.sortAscending')}
        </MenuItem>
        <MenuItem icon="arrowDown" onClick={() => sort(first.column, true)}>
          {t('grid.menu.sortDescending')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="close" onClick={() => changeSettings({ sorts: [] })}>
          {t('grid.menu.sortNone')}
        </MenuItem>
      </Menu>
    ),
    headerMenu: (column) => {
      if (!isSortable(column)) return []
      const none: HeaderMenuEntry = {
        id: 'sort.none',
        group: 'sort',
        icon: 'close',
        label: t('grid.menu.sortNone'),
        run: () => changeSettings({ sorts: [] }),
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
