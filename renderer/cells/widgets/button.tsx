import type { Column } from '@common/model'
import { fitText, paintText, textWidth } from '../canvas-text'
import styles from '../cells.module.css'
import { baseline, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import type { CellWidget } from './widget'

const buttonHeight = 22
const buttonFont = (): string => `500 ${sized(12)}px`
const buttonPadding = 8

/** Returns the width of a button in its cell, from the cell's start. */
function buttonWidth(context: CanvasRenderingContext2D, column: Column, width: number): number {
  return Math.min(width - padding * 2, Math.ceil(textWidth(context, buttonLabel(column))) + buttonPadding * 2)
}

/** Returns the text of a button: its label, or the name of the column. */
export const buttonLabel = (column: Column): string => column.options.label ?? column.title

/** Draws an outlined button, muted if the row has no URL. The text of the cell is the URL. */
export function drawButton({ context, rect, text, theme, column, hoverX }: CellDrawing): void {
  context.font = `${buttonFont()} ${theme.fontFamily}`
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
  paintText(context, label, rect.x + padding + (width - textWidth(context, label)) / 2, middle + baseline(12))
}

const isOnButton = (x: number, width: number): boolean => x >= padding && x <= padding + width

let measuring: CanvasRenderingContext2D | null | undefined

/** True if a click at this distance from the cell's start presses its button. */
export function pressesButton(x: number, column: Column, cellWidth: number, fontFamily: string): boolean {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (measuring === null) return isOnButton(x, cellWidth - padding * 2)
  measuring.font = `${buttonFont()} ${fontFamily}`
  return isOnButton(x, buttonWidth(measuring, column, cellWidth))
}

export const buttonWidget: CellWidget = {
  draw: drawButton,
  width({ context, theme, column }) {
    context.font = `${buttonFont()} ${theme.fontFamily}`
    return padding * 2 + textWidth(context, buttonLabel(column)) + 16
  },
  wraps: false,
  hovers: true,
  view: ({ column }) => <span className={styles.button}>{buttonLabel(column)}</span>,
}
