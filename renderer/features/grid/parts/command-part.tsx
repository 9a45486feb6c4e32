import { useColumnPlaces, useKeyLines } from '@renderer/actions'
import { rowKeys } from '@renderer/features/records/operations/row-operations-part'
import { cellSelection } from '@renderer/features/records/painter/selection'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { recordKeys } from '@renderer/features/records/record/record-part'
import type { GridSession } from '@renderer/features/records/session/session'
import { useEffect, useEffectEvent, useRef } from 'react'
import { orderedColumns } from '@renderer/features/records/columns/grid-columns'
import { reachKeys } from '../cells/keys-part'
import { clipboardKeys } from '../clipboard/clipboard-part'
import { fillKeys } from '../fill/fill-part'
import { groupKeys } from '../group/group-part'
import { painterKeys } from '../glide/own-keys'
import { cellKeys } from '../use-cell-keys'
import { columnKeys } from './whole-columns-part'

const gridKeys = [
  ...painterKeys,
  ...reachKeys,
  ...columnKeys,
  ...cellKeys,
  ...clipboardKeys,
  ...fillKeys,
  ...recordKeys,
  ...rowKeys,
  ...groupKeys,
]

/** Provides the palette and the help with the grid's columns, including hidden ones, and its keys. */
export function useCommandPart(session: GridSession): GridPart {
  const { columns, state, select, grid, table, settings, changeSettings } = session
  useKeyLines(gridKeys)
  /** After the user shows a hidden field, the active cell moves to it. */
  const shown = useRef<string>(undefined)
  const goTo = (at: number): void => {
    const cell = { column: at, row: state.getState().selection.active?.row ?? 0 }
    select(cellSelection(cell))
    grid.current?.scrollTo(cell)
    grid.current?.focus()
  }
  const goToShown = useEffectEvent((): void => {
    const at = columns.findIndex(({ id }) => id === shown.current)
    if (shown.current === undefined || at < 0) return
    shown.current = undefined
    goTo(at)
  })
  useEffect(() => goToShown(), [columns])
  useColumnPlaces(() => [
    ...columns.map(({ id, title, column: { uiType } }, at) => ({ id, title, uiType, go: () => goTo(at) })),
    ...orderedColumns(table, settings.order)
      .filter(({ name }) => settings.hidden.includes(name) && !columns.some(({ id }) => id === name))
      .map(({ name, title, uiType }) => ({
        id: name,
        title,
        uiType,
        isHidden: true,
        go: () => {
          shown.current = name
          changeSettings({ hidden: settings.hidden.filter((one) => one !== name) })
        },
      })),
  ])
  return {}
}
