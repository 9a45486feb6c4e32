import { oneLineHeight, sized } from './draw-parts'
import { lineHeight, linesIn } from './wrap-text'

export const chipGap = 4

/** Sizes of the chips of a cell, regardless of their content. */
export interface ChipRows {
  readonly chipHeight: number
  /** Distance from row to row. */
  readonly pitch: number
  /** Rows that the cell has room for. */
  readonly rows: number
}

/**
 * Returns the sizes of chips. In taller cells chips are lower, so that their rows align with the text lines beside
 * them.
 */
export const chipRows = (height: number): ChipRows =>
  height <= oneLineHeight()
    ? { chipHeight: sized(20), pitch: lineHeight(), rows: 1 }
    : { chipHeight: sized(18), pitch: lineHeight(), rows: linesIn(height) }
