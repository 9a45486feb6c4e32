import type { DataEditorProps, GridMouseEventArgs } from '@glideapps/glide-data-grid'
import { useMemo, useRef, type RefObject } from 'react'
import type { CellPosition, DataGridProps } from '@renderer/features/records/painter/data-grid'
import { headWidth } from './glide-chrome'
import { useControlHeld } from './glide-hooks'
import type { Presses } from './glide-presses'
import { fromGlide, rangeOf } from './glide-selection'
import type { GridTheme } from './grid-theme'
import type { HeaderEdge } from './header-edge'
import { markRoom } from './row-mark'
import type { PainterSpace } from './use-painter-space'

/** Widest column, in CSS pixels. */
export const maxColumnWidth = 800

export interface PainterEventsOptions {
  /** Lets event handlers read the latest props while their identity stays stable. */
  readonly latest: RefObject<{ readonly props: DataGridProps; readonly theme: GridTheme }>
  readonly presses: Presses
  readonly edge: HeaderEdge
  /** The active cell before the button went down. */
  readonly activeBefore: RefObject<CellPosition | undefined>
  readonly space: PainterSpace
  readonly onRowHovered: (row: number | undefined) => void
}

type Events = Pick<
  DataEditorProps,
  | 'onKeyDown'
  | 'onFillPattern'
  | 'onGridSelectionChange'
  | 'onItemHovered'
  | 'onVisibleRegionChanged'
  | 'onCellActivated'
  | 'onCellClicked'
  | 'onCellContextMenu'
  | 'onHeaderClicked'
  | 'onHeaderMenuClick'
  | 'onHeaderContextMenu'
  | 'onColumnResize'
  | 'onColumnResizeEnd'
  | 'onDragOverCell'
  | 'onDragLeave'
  | 'onDrop'
  | 'onColumnMoved'
  | 'onColumnProposeMove'
>

/** Translates the painter's callbacks to events of the grid. Returns the same object as long as the direction stays. */
export function usePainterEvents(options: PainterEventsOptions): {
  readonly events: Events
  /** The row whose number the pointer is over: clicks there are the painter's own. */
  readonly overNumber: RefObject<number | undefined>
} {
  const { latest, presses, edge, activeBefore, space, onRowHovered } = options
  const overNumber = useRef<number>(undefined)
  const scrolledTo = useRef<string>(undefined)
  const isControlHeld = useControlHeld()
  const events = useMemo<Events>(() => {
    const props = (): DataGridProps => latest.current.props
    return {
      onFillPattern: ({ patternSource, fillDestination, preventDefault }) => {
        preventDefault()
        props().fill?.onFill(rangeOf(patternSource), rangeOf(fillDestination), isControlHeld.current)
      },
      onGridSelectionChange: (next) => props().onSelectionChange(fromGlide(next)),
      onItemHovered: (args) => {
        overNumber.current = args.kind === 'cell' && args.location[0] < 0 ? args.location[1] : undefined
        onRowHovered(hoverOf(args))
        const [column, row] = args.location
        props().onHover?.(args.kind === 'cell' && column >= 0 ? { column, row } : undefined)
      },
      onVisibleRegionChanged: ({ x, y, width, height }, left, top) => {
        props().onPlace?.({ column: x, line: y, left, top })
        // The last line is counted only when all of it is seen.
        const rows = Math.max(0, Math.min(props().rowCount, y + height + 1) - y)
        props().onVisible({ column: x, row: y, columns: width, rows })
        const place = `${x} ${y} ${left} ${top}`
        const hasMoved = scrolledTo.current !== undefined && scrolledTo.current !== place
        scrolledTo.current = place
        // The painter calls this for its first place and for each new size too.
        if (hasMoved) props().onScroll()
      },
      onCellActivated: ([column, row], event) => {
        // The browser detects double clicks of a mouse; the painter accepts any two clicks within half a second.
        if (event.inputType === 'pointer' && event.pointerType === 'touch') props().onActivate({ column, row })
      },
      onCellClicked: ([column, row], event) => {
        if (column < 0 || event.button !== 0) return
        const mark = column === 0 ? props().rowMark?.(row) : undefined
        if (mark && event.localEventX >= event.bounds.width - markRoom(mark, true) && !event.shiftKey) {
          presses.clicked({ column, row }, true)
          props().onRowOpen?.(row)
          event.preventDefault()
          return
        }
        const before = activeBefore.current
        const taken = props().onCellClick(
          { column, row },
          {
            control: event.ctrlKey || event.metaKey,
            x: event.localEventX,
            y: event.localEventY,
            bounds: space.toPage(event.bounds),
            extends: event.shiftKey,
            wasActive: before?.column === column && before.row === row,
          },
        )
        presses.clicked({ column, row }, taken)
        if (taken) event.preventDefault()
      },
      onCellContextMenu: ([column, row], event) => {
        event.preventDefault()
        const { bounds, localEventX, localEventY } = event
        const at = space.toPage({ x: bounds.x + localEventX, y: bounds.y + localEventY, width: 0, height: 0 })
        if (column >= 0) props().onCellMenu({ column, row }, at)
        else props().onRowMenu?.(row, at)
      },
      onHeaderClicked: (column, event) => {
        if (event.isEdge || presses.isResizing()) return
        const press = edge.press()
        if (press) props().onHeaderEdge(column, press)
        else props().onHeaderClick(column, event.shiftKey)
      },
      onHeaderMenuClick: (column, bounds) => {
        if (presses.isResizing()) return
        const press = edge.press()
        if (press) props().onHeaderEdge(column, press)
        else props().onHeaderMenu(column, space.toPage(bounds))
      },
      onHeaderContextMenu: (column, event) => {
        event.preventDefault()
        if (column >= 0) props().onHeaderMenu(column, space.toPage(event.bounds))
      },
      onColumnResize: (_, width, column) => {
        presses.resized()
        const shown = props().columns[column]
        // Adds the room of the header, which the painter ignores when a double click fits a column to its cells.
        const least =
          presses.isHeld() || shown === undefined ? 0 : Math.min(maxColumnWidth, headWidth(shown, latest.current.theme))
        props().onColumnResize(column, Math.max(width, least))
      },
      onColumnResizeEnd: presses.resized,
      onDragOverCell: ([column, row], data) => props().onDragOver?.(column < 0 ? undefined : { column, row }, data),
      onDragLeave: () => props().onDragOver?.(undefined, null),
      onDrop: ([column, row], data) => {
        if (column >= 0) props().onDrop?.({ column, row }, data)
      },
      onColumnMoved: (from, to) => props().onColumnMove(from, to),
      onColumnProposeMove: (from, to) => {
        props().onColumnDrag?.()
        const { frozenColumns, columns } = props()
        const frozen = Math.min(frozenColumns, columns.length)
        return from >= frozen && to >= frozen
      },
      onKeyDown: (event) => {
        const taken = props().onKey({
          key: space.keyOf(event.key),
          control: event.ctrlKey || event.metaKey,
          shift: event.shiftKey,
          alt: event.altKey,
        })
        if (!taken) return
        event.cancel()
        event.preventDefault()
        event.stopPropagation()
      },
    }
  }, [latest, presses, edge, activeBefore, space, onRowHovered, isControlHeld])
  return { events, overNumber }
}

function hoverOf(args: GridMouseEventArgs): number | undefined {
  return args.kind === 'cell' ? args.location[1] : undefined
}
