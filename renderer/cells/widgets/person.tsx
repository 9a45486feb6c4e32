import { colorOf, initials } from '@common/columns/values/person'
import { Avatar } from '../Avatar'
import { fitText, textWidth } from '../canvas-text'
import styles from '../cells.module.css'
import { baseline, bodySize, firstLine, padding, type CellDrawing } from '../draw-parts'
import { bodyWidth, type CellWidget } from './widget'

const avatarSize = 18

/** Draws a round mark with initials, and the address beside it. */
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

export const personWidget: CellWidget = {
  draw: drawPerson,
  width: (drawing) => bodyWidth(drawing, 24),
  wraps: false,
  hovers: false,
  view: ({ text }) =>
    text !== '' && (
      <>
        <Avatar name={text} />
        <span className={styles.text}>{text}</span>
      </>
    ),
}
