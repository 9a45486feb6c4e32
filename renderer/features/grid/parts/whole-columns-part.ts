import type { KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import type { EdgePress } from '@renderer/features/records/painter/data-grid'
import { columnSelection, wholeColumns } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import type { GridPart } from '@renderer/features/records/parts/grid-part'

/** Shortcuts of `useWholeColumnsPart`, for the help. */
export const columnKeys: readonly KeyLine[] = [
  { id: 'range.column', label: 'keyHelp.range.column', keys: ['Mod+Space'], area: 'range' },
]

/** Selects whole columns: by the top edge of their headers, by Ctrl+Space and from their menu. */
export function useWholeColumnsPart({ model, columns, state, select, grid }: GridSession): GridPart {
  const { t } = useTranslation()
  /** Activates the first visible cell, so that the view doesn't scroll. */
  const selectWhole = (column: number, press?: EdgePress): void => {
    const size = { rows: model.rowCount, top: Math.min(model.rows.visible.from, Math.max(0, model.rowCount - 1)) }
    select(columnSelection(state.getState().selection, column, size, press))
  }
  return {
    headerEdge: (column, press) => {
      selectWhole(column, press)
      grid.current?.focus()
    },
    key: ({ key, control, shift, alt }) => {
      const { selection } = state.getState()
      if (key !== ' ' || !control || shift || alt || !selection.range) return false
      select(wholeColumns(selection, model.rowCount))
      return true
    },
    headerMenu: ({ id }) => [
      {
        id: 'show.select',
        group: 'show',
        icon: 'arrowDown',
        label: t('grid.menu.selectColumn'),
        keys: 'Mod+Space',
        run: () => selectWhole(columns.findIndex((each) => each.id === id)),
      },
    ],
  }
}
