import type { GroupLines } from '@common/views/group-lines'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type {
  CellPosition,
  DataGridHandle,
  DataGridProps,
  GridPlace,
} from '@renderer/features/records/painter/data-grid'
import { GlideDataGrid } from '../glide/GlideDataGrid'
import type { GridSelection } from '@renderer/features/records/painter/selection'
import type { GridGroups, LineChoice } from '@renderer/features/records/group/grid-groups'
import { plainRows, rowsOfSelection } from './line-selection'
import { LinedProps } from './lined-props'
import { StickyHeads, type StickyHandle } from './StickyHeads'

export interface LinedGridProps extends DataGridProps {
  readonly groups: GridGroups
  readonly ref?: Ref<DataGridHandle>
}

/** The grid with the lines of groups between its records: everybody else counts in rows, the painter in lines. */
export function LinedGrid({ groups, ref, ...props }: LinedGridProps) {
  const { lines } = groups
  if (lines === undefined) return <GlideDataGrid {...props} ref={ref} />
  return <WithLines {...props} groups={groups} lines={lines} ref={ref} />
}

function WithLines({ groups, lines, ref, ...props }: LinedGridProps & { readonly lines: GroupLines }) {
  const painter = useRef<DataGridHandle>(null)
  const sticky = useRef<StickyHandle>(null)
  const [lined] = useState(() => new LinedProps())
  const { choice, choose, lineAt, press } = groups
  const { selection, onSelectionChange } = props

  useImperativeHandle(
    ref,
    (): DataGridHandle => ({
      repaint: (cells) => {
        painter.current?.repaint(cells?.map(({ column, row }) => ({ column, row: lines.lineOf(row) })))
        sticky.current?.repaint()
      },
      focus: () => painter.current?.focus(),
      scrollTo: ({ column, row }) => painter.current?.scrollTo({ column, row: lines.lineOf(row) }),
      scrollBy: (rows) => painter.current?.scrollBy(rows),
      boundsOf: ({ column, row }) => painter.current?.boundsOf({ column, row: lines.lineOf(row) }),
    }),
    [lines],
  )

  const heights = lined.heights(lines, props.rowHeight)
  const shown = lined.selection(lines, selection, choice)
  const activeLine = shown.active?.row
  // A record under the heads that stick is brought out of it.
  useEffect(() => {
    if (activeLine !== undefined) sticky.current?.uncover(activeLine)
  }, [activeLine])

  const select = (next: GridSelection): void => {
    const { active } = next
    if (active && lines.rowAt(active.row) < 0) {
      choose(choiceAt(active, lines))
      onSelectionChange({ active: undefined, range: undefined, rows: [] })
      return
    }
    if (choice) choose(undefined)
    onSelectionChange(rowsOfSelection(next, lines, selection))
  }
  /** Runs for cells of records only. */
  const atRow = (cell: CellPosition, run: (cell: CellPosition) => void): void => {
    const row = lines.rowAt(cell.row)
    if (row >= 0) run({ column: cell.column, row })
  }
  const { fill, rowMark, onRowOpen, onRowMenu, rowColour, cellColour, highlights, onHover, onDragOver, onDrop } = props
  return (
    <>
      <GlideDataGrid
        {...props}
        ref={painter}
        rowCount={lines.lineCount}
        lineHeights={heights}
        lineAt={lineAt}
        rowNumber={lined.rowNumber(lines)}
        cellAt={lined.cellAt(lines, props.cellAt)}
        selection={shown}
        onSelectionChange={select}
        {...(highlights && { highlights: lined.highlights(lines, highlights) })}
        startAt={lined.startAt(lines, props.startAt)}
        onVisible={(range) => {
          const from = lines.rowsBefore(range.row)
          const to = lines.rowsBefore(Math.min(lines.lineCount, range.row + range.rows))
          props.onVisible({ ...range, row: from, rows: to - from })
        }}
        onActivate={(cell) => atRow(cell, props.onActivate)}
        onCellMenu={(cell, at) => atRow(cell, (inRows) => props.onCellMenu(inRows, at))}
        onCellClick={(cell, click) => {
          const row = lines.rowAt(cell.row)
          if (row >= 0) return props.onCellClick({ column: cell.column, row }, click)
          if (lines.kindAt(cell.row) !== 'head' || cell.column === 0) press(cell.row)
          return false
        }}
        {...(rowMark && {
          rowMark: (line: number) => {
            const row = lines.rowAt(line)
            return row < 0 ? undefined : rowMark(row)
          },
        })}
        {...(onRowOpen && {
          onRowOpen: (line: number) => atRow({ column: 0, row: line }, ({ row }) => onRowOpen(row)),
        })}
        {...(onRowMenu && {
          onRowMenu: (line: number, at: { readonly x: number; readonly y: number }) =>
            atRow({ column: 0, row: line }, ({ row }) => onRowMenu(row, at)),
        })}
        {...(rowColour && { rowColour: lined.rowColour(lines, rowColour) })}
        {...(cellColour && { cellColour: lined.cellColour(lines, cellColour) })}
        fill={
          // Only records are filled.
          fill && selection.active
            ? {
                ...fill,
                onFill: (source, whole, turned) =>
                  fill.onFill(plainRows(source, lines), plainRows(whole, lines), turned),
              }
            : undefined
        }
        {...(onHover && {
          onHover: (cell: CellPosition | undefined) => {
            const row = cell ? lines.rowAt(cell.row) : -1
            onHover(cell && row >= 0 ? { column: cell.column, row } : undefined)
          },
        })}
        {...(onDragOver && {
          onDragOver: (cell: CellPosition | undefined, data: DataTransfer | null) => {
            const row = cell ? lines.rowAt(cell.row) : -1
            onDragOver(cell && row >= 0 ? { column: cell.column, row } : undefined, data)
          },
        })}
        {...(onDrop && {
          onDrop: (cell: CellPosition, data: DataTransfer | null) => atRow(cell, (inRows) => onDrop(inRows, data)),
        })}
        // Each open group has a line of its own that adds.
        addRowLabel={undefined}
        isDraftRow={(line) => lines.kindAt(line) === 'draft'}
        onPlace={(place: GridPlace) => {
          sticky.current?.moved(place)
          props.onPlace?.(place)
        }}
      />
      <StickyHeads
        ref={sticky}
        lines={lines}
        heights={heights}
        columns={props.columns}
        frozen={Math.min(props.frozenColumns, props.columns.length)}
        headerHeight={props.headerHeight}
        lineAt={lineAt}
        onPress={press}
        scrollToLine={(line) => painter.current?.scrollTo({ column: 0, row: line })}
      />
    </>
  )
}

function choiceAt({ column, row: line }: CellPosition, lines: GroupLines): LineChoice {
  const kind = lines.kindAt(line)
  const key = lines.groupAt(line)?.key ?? ''
  return { kind: kind === 'add' || kind === 'more' ? kind : 'head', key, column }
}
