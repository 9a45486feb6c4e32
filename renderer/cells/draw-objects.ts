import { colorOf, initials } from '@common/columns/values/person'
import type { Column } from '@common/model'
import { fitText, textWidth } from './canvas-text'
import { baseline, bodySize, padding, type CellDrawing, firstLine } from './draw-parts'

/* Cells that show things rather than values: people and buttons. */

const avatarSize = 18

/** A round mark with two letters, and the address beside it. */
export function drawPerson({ context, rect, text, theme }: CellDrawing): void {
  if (text === '') return
  const middle = firstLine(rect)
  const colors = theme.chips[colorOf(text)]
  context.fillStyle = colors.background
  context.beginPath()
  context.arc(rect.x + padding + avatarSize / 2, middle, avatarSize / 2, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = colors.text
  context.font = `600 8px ${theme.fontFamily}`
  const letters = initials(text)
  context.fillText(letters, rect.x + padding + (avatarSize - textWidth(context, letters)) / 2, middle + baseline(8))
  context.font = `400 ${bodySize}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const left = rect.x + padding + avatarSize + 6
  context.fillText(fitText(context, text, rect.x + rect.width - padding - left), left, middle + baseline(bodySize))
}

const buttonHeight = 22
const buttonFont = '500 12px'
const buttonPadding = 8

/** Where a button lies in its cell, measured from the cell's left edge. */
function buttonWidth(context: CanvasRenderingContext2D, column: Column, width: number): number {
  return Math.min(width - padding * 2, Math.ceil(textWidth(context, buttonLabel(column))) + buttonPadding * 2)
}

/** What stands on a button: its label, or the column's name. */
export const buttonLabel = (column: Column): string => column.options.label ?? column.title

/** Outlined; pale where the row gives no address. The text of the cell is the address. */
export function drawButton({ context, rect, text, theme, column, hoverX }: CellDrawing): void {
  context.font = `${buttonFont} ${theme.fontFamily}`
  const width = buttonWidth(context, column, rect.width)
  if (width < 20) return
  const middle = firstLine(rect)
  const isOver = text !== '' && hoverX !== undefined && isOnButton(hoverX, width)
  context.beginPath()
  context.roundRect(rect.x + padding + 0.5, middle - buttonHeight / 2 + 0.5, width - 1, buttonHeight - 1, 5)
  context.fillStyle = isOver ? theme.hover : theme.surface
  context.fill()
  context.strokeStyle = theme.line2
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = text === '' ? theme.text3 : theme.text
  const label = fitText(context, buttonLabel(column), width - buttonPadding * 2 + 1)
  context.fillText(label, rect.x + padding + (width - textWidth(context, label)) / 2, middle + baseline(12))
}

const isOnButton = (x: number, width: number): boolean => x >= padding && x <= padding + width

let measuring: CanvasRenderingContext2D | null | undefined

/** Whether a click at this distance from the cell's left edge presses its button. */
export function pressesButton(x: number, column: Column, cellWidth: number, fontFamily: string): boolean {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (measuring === null) return isOnButton(x, cellWidth - padding * 2)
  measuring.font = `${buttonFont} ${fontFamily}`
  return isOnButton(x, buttonWidth(measuring, column, cellWidth))
}
