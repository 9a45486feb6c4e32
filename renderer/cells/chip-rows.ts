import { oneLineHeight } from './draw-parts'
import { lineHeight, linesIn } from './wrap-text'

export const chipGap = 4

/** Measures of the chips of a cell, whatever stands on them. */
export interface ChipRows {
  readonly chipHeight: number
  /** Distance from row to row. */
  readonly pitch: number
  /** Rows that the cell has room for. */
  readonly rows: number
}

const oneRow: ChipRows = { chipHeight: 20, pitch: lineHeight, rows: 1 }

/** Chips of cells higher than one line are lower, so that their rows stand in the lines of the texts beside them. */
export const chipRows = (height: number): ChipRows =>
  height <= oneLineHeight ? oneRow : { chipHeight: 18, pitch: lineHeight, rows: linesIn(height) }
