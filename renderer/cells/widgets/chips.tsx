import { fitText, paintText, textWidth } from '../canvas-text'
import { chipGap, chipRows } from '../chip-rows'
import { baseline, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { Chip } from '../editors/SelectEditor'
import { chipTitles, optionColor } from '../options'
import type { CellWidget } from './widget'

const chipPadding = 7
const chipSize = 12

/** Draws chips in as many rows as fit, and the number of hidden ones. */
function drawChips(drawing: CellDrawing): void {
  const { context, rect, theme, column } = drawing
  const titles = chipTitles(drawing.value, column)
  if (titles.length === 0) return
  const right = rect.x + rect.width - padding
  const start = rect.x + padding
  const { chipHeight, pitch, rows } = chipRows(rect.height)
  let row = 0
  context.font = `500 ${sized(chipSize)}px ${theme.fontFamily}`
  let middle = firstLine(rect)
  let x = start
  for (const [at, title] of titles.entries()) {
    const left = titles.length - at - 1
    const sign = left > 0 ? textWidth(context, `+${left}`) + chipGap : 0
    const wide = textWidth(context, title) + chipPadding * 2
    if (x > start && row < rows - 1 && wide > right - x) {
      row += 1
      middle += pitch
      x = start
    }
    const room = right - x - (row < rows - 1 ? 0 : sign)
    // The first chip is always there, cut when it must; a later one only whole.
    if (x > start && wide > room) {
      context.font = `400 ${sized(11)}px ${theme.fontFamily}`
      context.fillStyle = theme.text3
      paintText(context, `+${left + 1}`, x + 2, middle + baseline(11))
      return
    }
    const width = Math.max(chipPadding * 2 + 4, Math.min(wide, room))
    const color = optionColor(title, column)
    const colors = theme.chips[color]
    // A chip would be invisible on its own colour.
    context.fillStyle = color === drawing.painted ? theme.surface : colors.background
    context.beginPath()
    context.roundRect(x, middle - chipHeight / 2, width, chipHeight, 5)
    context.fill()
    context.fillStyle = colors.text
    const fitted = fitText(context, title, width - chipPadding * 2 + 0.5)
    paintText(context, fitted, x + chipPadding, middle + baseline(chipSize))
    x += width + chipGap
  }
}

export const chipsWidget: CellWidget = {
  draw: drawChips,
  width({ context, theme, value, column }) {
    context.font = `500 ${sized(chipSize)}px ${theme.fontFamily}`
    const titles = chipTitles(value, column)
    return titles.reduce((sum, title) => sum + textWidth(context, title) + chipPadding * 2 + chipGap, padding * 2)
  },
  wraps: false,
  hovers: false,
  view: ({ value, column }) =>
    chipTitles(value, column).map((title) => (
      <Chip key={title} option={{ title, color: optionColor(title, column) }} />
    )),
}
