import { cellSelection, type CellPosition, type GridSelection } from '@renderer/features/records/painter/selection'

export interface GridSize {
  readonly columns: number
  readonly rows: number
  /** Rows on the screen. */
  readonly page: number
}

export interface ReachKey {
  readonly key: string
  readonly control: boolean
  readonly shift: boolean
}

/**
 * Returns the target of keys that move farther than one cell. Home and End move to the ends of the row; with Ctrl to
 * the first and last cell. Arrows with Ctrl move to the ends of the row or column. PageUp and PageDown move by one
 * screen. With Shift the range extends and the active cell stays. Undefined for other keys, and for those that the
 * painter handles.
 */
export function reached(
  selection: GridSelection,
  { key, control, shift }: ReachKey,
  size: GridSize,
): GridSelection | undefined {
  const { active, range } = selection
  if (!active || !range || size.columns === 0 || size.rows === 0) return undefined
  const from = shift ? farEnd(active, range) : active
  const to = control ? outermost(from, key, size) : shift ? nearer(from, key, size) : undefined
  if (!to) return undefined
  if (!shift) return cellSelection(to)
  const between = {
    column: Math.min(active.column, to.column),
    row: Math.min(active.row, to.row),
    columns: Math.abs(active.column - to.column) + 1,
    rows: Math.abs(active.row - to.row) + 1,
  }
  return { active, range: between, rows: [] }
}

/** Returns the corner of the range opposite to the active cell. */
export function farEnd(active: CellPosition, range: NonNullable<GridSelection['range']>): CellPosition {
  return {
    column: range.column < active.column ? range.column : range.column + range.columns - 1,
    row: range.row < active.row ? range.row : range.row + range.rows - 1,
  }
}

/** Excludes the line that adds a record: the last cell is one with data. */
function outermost(from: CellPosition, key: string, { columns, rows }: GridSize): CellPosition | undefined {
  switch (key) {
    case 'Home':
      return { column: 0, row: 0 }
    case 'End':
      return { column: columns - 1, row: rows - 1 }
    case 'ArrowUp':
      return { ...from, row: 0 }
    case 'ArrowDown':
      return { ...from, row: rows - 1 }
    case 'ArrowLeft':
      return { ...from, column: 0 }
    case 'ArrowRight':
      return { ...from, column: columns - 1 }
    default:
      return undefined
  }
}

function nearer(from: CellPosition, key: string, { columns, rows, page }: GridSize): CellPosition | undefined {
  const step = Math.max(1, page - 1)
  switch (key) {
    case 'Home':
      return { ...from, column: 0 }
    case 'End':
      return { ...from, column: columns - 1 }
    case 'PageDown':
      return { ...from, row: Math.min(rows - 1, from.row + step) }
    case 'PageUp':
      return { ...from, row: Math.max(0, from.row - step) }
    default:
      return undefined
  }
}
