import { filterColumn, quickCondition, withCondition } from '@common/views'
import { useOpenedBy } from '@renderer/actions'
import { ColourPopover, FilterPopover, newCondition } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import type { CellMenuEntry } from '../frame/menu-entries'
import type { GridSession } from '../session/session'
import { useTableCount } from './use-table-count'
import { useValueSources } from './use-value-sources'
import type { GridPart } from '../parts/grid-part'

/** Returns the part for the view's filter: shown and changed in the toolbar, and from cells and headers. */
export function useFilterPart(session: GridSession): GridPart {
  const { projectId, table, view, model, columns, settings, changeSettings, rowFilter } = session
  const { reader } = rowFilter
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({
    id: 'view.filter',
    label: 'actions.filter',
    keys: ['Mod+Shift+F'],
    area: 'view',
    inFields: true,
  })
  const sources = useValueSources(session)
  const total = useTableCount(projectId, table, opened)
  return {
    toolbar: (
      <FilterPopover
        view={view}
        table={table}
        reader={reader}
        sources={sources}
        // Only the panel shows the count, so the button doesn't render for each change.
        shown={!opened || model.rows.countIsOld ? undefined : model.rows.count}
        total={total}
        opened={opened}
        onOpen={setOpened}
      />
    ),
    cellMenu: (cell) => {
      const row = model.isDraft(cell.row) ? undefined : model.rows.rowAt(cell.row)
      const column = filterColumn(table, columns[cell.column]?.id ?? '')
      if (row === undefined || column === undefined) return []
      return [false, true].flatMap((exclude): CellMenuEntry[] => {
        const condition = quickCondition(column, row, exclude, reader)
        if (condition === undefined) return []
        return [
          {
            id: exclude ? 'filter.exclude' : 'filter.this',
            group: 'filter',
            icon: exclude ? 'eyeOff' : 'filter',
            label: t(exclude ? 'filters.quick.exclude' : 'filters.quick.this'),
            run: () => changeSettings({ filter: withCondition(settings.filter, condition) }),
          },
        ]
      })
    },
    headerMenu: ({ id }) => {
      const column = filterColumn(table, id)
      if (column === undefined) return []
      return [
        {
          id: 'filter.field',
          group: 'filter',
          icon: 'filter',
          label: t('filters.quick.field'),
          run: () => {
            changeSettings({ filter: withCondition(settings.filter, newCondition(column)) })
            setOpened(true)
          },
        },
      ]
    },
  }
}

/** Rules that colour rows and cells. */
export function useColourPart(session: GridSession): GridPart {
  const sources = useValueSources(session)
  const { view, table, rowFilter } = session
  if (view.onlyMe === 'visitor') return {}
  return { toolbar: <ColourPopover view={view} table={table} reader={rowFilter.reader} sources={sources} /> }
}
