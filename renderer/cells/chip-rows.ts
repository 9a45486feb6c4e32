import { textWidth } from './canvas-text'
import { firstLine, oneLineHeight, type CellRect } from './draw-parts'

/** Measures of chips, whatever stands on them. */
export const chipHeight = 20
export const chipGap = 4

/** Rows of chips that a cell has room for. */
export function chipRows(height: number): number {
  return height <= oneLineHeight ? 1 : Math.max(1, Math.floor(height / (chipHeight + chipGap)))
}

/** Width that chips take in one row, in the context's font. */
export function wanted(context: CanvasRenderingContext2D, texts: readonly string[], chipPadding: number): number {
  let width = -chipGap
  for (const text of texts) width += textWidth(context, text) + chipPadding * 2 + chipGap
  return width
}

/** Where the first row of chips has its middle: in the first line, or higher where all rows would not fit below. */
export function firstChip(rect: CellRect, isWrapped: boolean): number {
  const line = firstLine(rect)
  if (!isWrapped) return line
  const rows = chipRows(rect.height)
  const air = (rect.height - rows * chipHeight - (rows - 1) * chipGap) / 2
  return Math.min(line, rect.y + air + chipHeight / 2)
}
