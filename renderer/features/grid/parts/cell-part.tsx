import { useTranslation } from '@renderer/i18n'
import { linkCommand } from '../grid-view-parts'
import type { CellMenuEntry } from '../menu-entries'
import type { GridPart } from '../parts'
import { rangesOf } from '../selection'
import type { GridSession } from '../session'

/** What can be done to the cell itself and to the selected range. */
export function useCellPart(session: GridSession): GridPart {
  const { t } = useTranslation()
  const { model, columns, selection, readOnly, actions, openEditor } = session
  return {
    cellMenu: (cell) => {
      const entries: CellMenuEntry[] = []
      const column = columns[cell.column]
      const open = linkCommand((row, at) => model.cellAt(row, at), column, cell.row)
      if (column?.editable)
        entries.push({
          id: 'cell.edit',
          group: 'cell',
          icon: 'pencil',
          keys: 'F2',
          label: t('grid.menu.edit'),
          run: () => openEditor(cell),
        })
      if (open)
        entries.push({ id: 'cell.open', group: 'cell', icon: 'link', label: t('grid.menu.openLink'), run: open })
      const ranges = rangesOf(selection)
      if (readOnly === undefined && ranges.length > 0)
        entries.push({
          id: 'cell.clear',
          group: 'clipboard',
          icon: 'close',
          keys: 'Delete',
          label: t('grid.menu.clear'),
          run: () => actions.clear(ranges),
        })
      return entries
    },
  }
}
