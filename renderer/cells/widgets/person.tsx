import { colorOf, initials } from '@common/columns/values/person'
import { Avatar } from '../Avatar'
import { fitText, paintText, textWidth } from '../canvas-text'
import styles from '../cells.module.css'
import { faces } from '../faces'
import { baseline, bodySize, firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { paintImage } from '../mirror'
import { bodyWidth, type CellWidget } from './widget'

const avatarSize = 18

/** Draws the picture of a person, or a round mark with initials, and the address beside it. */
export function drawPerson(drawing: CellDrawing): void {
  const { context, rect, text, theme } = drawing
  if (text === '') return
  const middle = firstLine(rect)
  const face = faces.drawn(text)
  if (face === undefined) drawInitials(drawing, middle)
  else paintImage(context, face, { x: rect.x + padding, y: middle - avatarSize / 2, size: avatarSize })
  context.font = `400 ${sized(bodySize)}px ${theme.fontFamily}`
  context.fillStyle = theme.text
  const left = rect.x + padding + avatarSize + 6
  paintText(context, fitText(context, text, rect.x + rect.width - padding - left), left, middle + baseline(bodySize))
}

function drawInitials({ context, rect, text, theme }: CellDrawing, middle: number): void {
  const colors = theme.chips[colorOf(text)]
  context.fillStyle = colors.background
  context.beginPath()
  context.arc(rect.x + padding + avatarSize / 2, middle, avatarSize / 2, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = colors.text
  context.font = `600 ${sized(8)}px ${theme.fontFamily}`
  const letters = initials(text)
  paintText(context, letters, rect.x + padding + (avatarSize - textWidth(context, letters)) / 2, middle + baseline(8))
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
