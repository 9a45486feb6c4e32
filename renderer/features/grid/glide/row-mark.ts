import { drawIcon, firstLine, iconPaths, paintText, sized, textWidth } from '@renderer/cells'
import type { RowMark } from '@renderer/features/records/painter/data-grid'
import type { GridTheme } from './grid-theme'

const expandRoom = 22
const countRoom = 26

/** Returns the clickable width of the mark at the end of the cell. */
export function markRoom({ count, opens }: RowMark, hovered: boolean): number {
  return (count > 0 ? countRoom : 0) + (opens && hovered ? expandRoom : 0)
}

/** The number of comments, and the sign that opens the record while the pointer is over its row. */
export function drawRowMark(
  context: CanvasRenderingContext2D,
  rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  mark: RowMark,
  hovered: boolean,
  background: string,
  { cells }: GridTheme,
): void {
  const room = markRoom(mark, hovered)
  if (room === 0 || rect.width < room + 16) return
  const middle = firstLine(rect)
  const from = rect.x + rect.width - room
  context.fillStyle = background
  context.fillRect(from - 4, middle - 12, room + 2, 24)
  if (mark.count > 0) {
    const text = mark.count > 99 ? '99+' : String(mark.count)
    context.strokeStyle = cells.accentText
    drawIcon(context, iconPaths.message, { x: from, y: middle - 6, size: 12 }, 'stroke')
    context.font = `500 ${sized(11)}px ${cells.fontFamily}`
    context.fillStyle = cells.accentText
    context.textBaseline = 'alphabetic'
    paintText(context, text, from + 14, middle + 4, countRoom - 14 + Math.max(0, 8 - textWidth(context, text)))
    context.textBaseline = 'middle'
  }
  if (mark.opens && hovered) {
    context.strokeStyle = cells.text2
    drawIcon(context, iconPaths.arrowsDiagonal, { x: rect.x + rect.width - 19, y: middle - 7, size: 14 }, 'stroke')
  }
}
