import type { CellPosition, GridSelection } from '../selection'

export interface GridSize {
  readonly columns: number
  readonly rows: number
  /** Rows on the screen. */
  readonly page: number
}

/**
 * The range between the active cell and where a key with Shift leads: Home and End to the ends of the row, PageUp and
 * PageDown by what is on the screen. The active cell stays.
 */
export function grown(selection: GridSelection, key: string, size: GridSize): GridSelection | undefined {
  const { active, range } = selection
  if (!active || !range || size.columns === 0 || size.rows === 0) return undefined
  const end = farEnd(active, range)
  const to = target(end, key, size)
  if (!to) return undefined
  const between = {
    column: Math.min(active.column, to.column),
    row: Math.min(active.row, to.row),
    columns: Math.abs(active.column - to.column) + 1,
    rows: Math.abs(active.row - to.row) + 1,
  }
  return { active, range: between, rows: [] }
}

/** The corner of the range that lies opposite to the active cell. */
export function farEnd(active: CellPosition, range: NonNullable<GridSelection['range']>): CellPosition {
  return {
    column: range.column < active.column ? range.column : range.column + range.columns - 1,
    row: range.row < active.row ? range.row : range.row + range.rows - 1,
  }
}

function target(end: CellPosition, key: string, { columns, rows, page }: GridSize): CellPosition | undefined {
  const step = Math.max(1, page - 1)
  switch (key) {
    case 'Home':
      return { ...end, column: 0 }
    case 'End':
      return { ...end, column: columns - 1 }
    case 'PageDown':
      return { ...end, row: Math.min(rows - 1, end.row + step) }
    case 'PageUp':
      return { ...end, row: Math.max(0, end.row - step) }
    default:
      return undefined
  }
}
