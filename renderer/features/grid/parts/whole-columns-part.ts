import type { KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import type { GridPart } from '@renderer/features/records/parts/parts'
import { columnSelection, wholeColumns } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'

/** Shortcuts of `useWholeColumnsPart`, for the help. */
export const columnKeys: readonly KeyLine[] = [
  { id: 'range.column', label: 'keyHelp.range.column', keys: ['Mod+Space'], area: 'range' },
]

/** Selects whole columns: by the top edge of their headers, by Ctrl+Space and from their menu. */
export function useWholeColumnsPart({ model, columns, selection, select, grid }: GridSession): GridPart {
  const { t } = useTranslation()
  // Activates the first visible cell, so that the view doesn't scroll.
  const size = { rows: model.rowCount, top: Math.min(model.rows.visible.from, Math.max(0, model.rowCount - 1)) }
  return {
    headerEdge: (column, press) => {
      select(columnSelection(selection, column, size, press))
      grid.current?.focus()
    },
    key: ({ key, control, shift, alt }) => {
      if (key !== ' ' || !control || shift || alt || !selection.range) return false
      select(wholeColumns(selection, size.rows))
      return true
    },
    headerMenu: ({ id }) => [
      {
        id: 'show.select',
        group: 'show',
        icon: 'arrowDown',
        label: t('grid.menu.selectColumn'),
        keys: 'Mod+Space',
        run: () =>
          select(
            columnSelection(
              selection,
              columns.findIndex((each) => each.id === id),
              size,
            ),
          ),
      },
    ],
  }
}
