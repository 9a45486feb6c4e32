import type { CellMenuEntry } from '@renderer/features/records/frame/menu-entries'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import type { GridSession } from '@renderer/features/records/session/session'
import { useTranslation } from '@renderer/i18n'
import { linkCommand } from '../grid-view-parts'

/** Commands for a cell. */
export function useCellPart(session: GridSession): GridPart {
  const { t } = useTranslation()
  const { model, columns, openEditor } = session
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
      return entries
    },
  }
}
