import type { OptionColor } from '@common/model'
import type { GroupLines } from '@common/views/group-lines'
import {
  groupLineHeight,
  type CellPosition,
  type DataGridCell,
  type DataGridProps,
} from '@renderer/features/records/painter/data-grid'
import type { GridSelection } from '@renderer/features/records/painter/selection'
import type { LineChoice } from '@renderer/features/records/group/grid-groups'
import { linesOfRange, linesOfSelection } from './line-selection'

const loading: DataGridCell = { state: 'loading' }

/** Memoizes the last value while its dependencies are equal. */
function memoized<Of extends readonly unknown[], T>(make: (...of: Of) => T): (...of: Of) => T {
  let last: { readonly of: Of; readonly value: T } | undefined
  return (...of) => {
    if (last?.of.every((one, at) => Object.is(one, of[at])) !== true) last = { of, value: make(...of) }
    return last.value
  }
}

/**
 * Converts the painter's props from rows to lines. Objects that the painter compares stay identical while they are
 * equal; otherwise every cell would repaint.
 */
export class LinedProps {
  readonly heights = memoized((lines: GroupLines, rowHeight: number) => lines.heights(rowHeight, groupLineHeight))

  readonly cellAt = memoized(
    (lines: GroupLines, cellAt: DataGridProps['cellAt']) =>
      ({ column, row }: CellPosition) => {
        const at = lines.rowAt(row)
        return at < 0 ? loading : cellAt({ column, row: at })
      },
  )

  readonly rowNumber = memoized((lines: GroupLines) => (line: number) => {
    const row = lines.rowAt(line)
    return row < 0 ? undefined : row + 1
  })

  readonly rowColour = memoized(
    (lines: GroupLines, colour: (row: number) => OptionColor | undefined) => (line: number) => {
      const row = lines.rowAt(line)
      return row < 0 ? undefined : colour(row)
    },
  )

  readonly cellColour = memoized(
    (lines: GroupLines, colour: (cell: CellPosition) => OptionColor | undefined) =>
      ({ column, row: line }: CellPosition) => {
        const row = lines.rowAt(line)
        return row < 0 ? undefined : colour({ column, row })
      },
  )

  /** The selection, or the line that is no record where the keyboard is. */
  readonly selection = memoized((lines: GroupLines, selection: GridSelection, choice: LineChoice | undefined) => {
    const inLines = linesOfSelection(selection, lines)
    const line = choice && selection.active === undefined ? lineOfChoice(choice, lines) : -1
    if (line < 0 || choice === undefined) return inLines
    const cell = { column: choice.column, row: line }
    return { ...inLines, active: cell, range: { ...cell, columns: 1, rows: 1 } }
  })

  readonly highlights = memoized((lines: GroupLines, highlights: NonNullable<DataGridProps['highlights']>) =>
    highlights.map((each) => ({ ...each, range: linesOfRange(each.range, lines) })),
  )

  startAt(lines: GroupLines, { column, row }: CellPosition): CellPosition {
    // The first record has heads before it.
    const isTop = row === 0 || lines.rowCount === 0
    return { column, row: isTop ? 0 : lines.lineOf(Math.min(row, lines.rowCount - 1)) }
  }
}

function lineOfChoice(choice: LineChoice, lines: GroupLines): number {
  switch (choice.kind) {
    case 'head':
      return lines.lineOfHead(choice.key)
    case 'add':
      return lines.lineOfAdd(choice.key)
    case 'more':
      return lines.lineCount > 0 && lines.kindAt(lines.lineCount - 1) === 'more' ? lines.lineCount - 1 : -1
  }
}
