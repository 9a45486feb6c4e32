import { useColumnPlaces, usePageCommand, useKeyLines } from '@renderer/actions'
import { reachKeys } from '../cells/keys-part'
import { clipboardKeys } from '../clipboard/clipboard-part'
import { fillKeys } from '../fill/fill-part'
import { addLast } from '../grid-view-parts'
import { groupKeys } from '../group/group-part'
import { recordKeys } from '../record/record-part'
import { painterKeys } from '../glide/own-keys'
import type { GridPart } from '../parts'
import { cellSelection } from '../selection'
import type { GridSession } from '../session'
import { cellKeys } from '../use-cell-keys'

const gridKeys = [...painterKeys, ...reachKeys, ...cellKeys, ...clipboardKeys, ...fillKeys, ...recordKeys, ...groupKeys]

/** What the palette and the help know of the open grid: its columns and its keys. */
export function useCommandPart({ columns, selection, select, grid }: GridSession): GridPart {
  useKeyLines(gridKeys)
  useColumnPlaces(() =>
    columns.map(({ id, title, column: { uiType } }, at) => ({
      id,
      title,
      uiType,
      go: () => {
        const cell = { column: at, row: selection.active?.row ?? 0 }
        select(cellSelection(cell))
        grid.current?.scrollTo(cell)
        grid.current?.focus()
      },
    })),
  )
  return {}
}

/** What the buttons of every kind of view do, as commands. */
export function useActionPart({ columns, columnCommands, area, mayAddRows, actions }: GridSession): GridPart {
  usePageCommand(
    { id: 'record.new', label: 'grid.toolbar.newRecord', keys: [], area: 'edit' },
    mayAddRows ? actions.addRow : undefined,
  )
  const addColumn = (): void => {
    const box = area.current?.getBoundingClientRect()
    if (columnCommands && box) addLast(columns, columnCommands, { x: box.right - 40, y: box.y, width: 32, height: 32 })
  }
  usePageCommand({ id: 'column.add', label: 'grid.addColumn', keys: [] }, columnCommands ? addColumn : undefined)
  return {}
}
