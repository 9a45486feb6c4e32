import { usePageCommand } from '@renderer/actions'
import { addLast } from '../columns/add-last'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** Offers the buttons of every kind of view as commands. */
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
