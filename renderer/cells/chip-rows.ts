import { oneLineHeight, type CellRect } from './draw-parts'

/** Measures of chips, whatever stands on them. */
export const chipHeight = 20
export const chipGap = 4

/** Rows of chips that a cell has room for. */
export function chipRows(height: number): number {
  return height <= oneLineHeight ? 1 : Math.max(1, Math.floor(height / (chipHeight + chipGap)))
}

/** Where the first row of chips has its middle. */
export function firstChip({ y, height }: CellRect): number {
  return height <= oneLineHeight ? y + height / 2 : y + 3 + chipHeight / 2
}
