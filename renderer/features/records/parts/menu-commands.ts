import { useMenuLines, type MenuLine } from '@renderer/actions'
import type { Bounds } from '@renderer/ui'
import type { MenuEntry } from '../frame/menu-entries'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** Offers the menus of the chosen cell and of its column in the palette, so that users can type every entry. */
export function useMenuCommands({ state, columns, grid, area }: GridSession, parts: readonly GridPart[]): void {
  useMenuLines(() => {
    const { active } = state.getState().selection
    const column = active && columns[active.column]
    if (active === undefined || column === undefined) return []
    const at = grid.current?.boundsOf(active) ?? boundsOf(area.current)
    const lines = [
      ...parts.flatMap((part) => part.cellMenu?.(active) ?? []),
      ...parts.flatMap((part) => part.headerMenu?.(column, at) ?? []),
    ]
    return lines.filter(({ disabled }) => disabled !== true).map((entry) => lineOf(entry, column.title))
  })
}

function lineOf({ id, label, keys, run }: MenuEntry, of: string): MenuLine {
  return { id, title: label, of, keys, run }
}

function boundsOf(element: HTMLElement | null): Bounds {
  const box = element?.getBoundingClientRect()
  return { x: box?.x ?? 0, y: box?.y ?? 0, width: 1, height: 1 }
}
