import { fileEnding, filesOf, fileTitles, type AttachedFile } from '@common/columns/values/files'
import { Fragment } from 'react'
import styles from '../cells.module.css'
import { FileStamp } from '../FileStamp'
import { fitText, paintText, textWidth } from '../canvas-text'
import { baseline, bodySize, drawIcon, padding, sized, type CellDrawing } from '../draw-parts'
import { iconPaths } from '../icon-paths'
import { paintImage } from '../mirror'
import { thumbnails } from '../thumbnails'
import { bodyWidth, type CellWidget } from './widget'

const gap = 4

/** Returns the size of a thumbnail for a row height (visual reference §5). */
export function stampSide(rowHeight: number): number {
  if (rowHeight >= 112) return 96
  if (rowHeight >= 72) return 60
  return rowHeight >= 48 ? 36 : 20
}

/** Draws a thumbnail of each picture, a sheet with the extension for other files, and the name if it fits. Counts the rest. */
export function drawFiles({ context, rect, value, text, theme }: CellDrawing): void {
  const titles = typeof value === 'string' ? fileTitles(value) : undefined
  const middle = rect.y + rect.height / 2
  context.fillStyle = theme.text
  context.font = `400 ${sized(bodySize)}px ${theme.fontFamily}`
  if (titles === undefined || typeof value !== 'string') {
    paintText(context, fitText(context, text, rect.width - padding * 2), rect.x + padding, middle + baseline(bodySize))
    return
  }
  const files: readonly AttachedFile[] = filesOf(value) ?? titles.map((title) => ({ title, url: '' }))
  const side = stampSide(rect.height)
  const shown = files.slice(0, filesShown(files.length, rect.width, side))
  for (const [at, file] of shown.entries()) {
    const [x, y] = [rect.x + padding + at * (side + gap), middle - side / 2]
    const stamp = thumbnails.get(file)
    context.save()
    context.beginPath()
    context.roundRect(x, y, side, side, 3)
    context.fillStyle = theme.hover
    context.fill()
    if (stamp) {
      context.clip()
      paintImage(context, stamp, { x, y, size: side })
    }
    context.restore()
    if (!stamp) drawEnding({ context, theme }, fileEnding(file.title), x, middle, side)
  }
  const left = rect.x + padding + shown.length * (side + gap) + 2
  const rest =
    files.length > shown.length ? `+${files.length - shown.length}` : files.length === 1 ? (titles[0] ?? '') : ''
  context.font = `400 ${sized(files.length === 1 ? bodySize : 11)}px ${theme.fontFamily}`
  context.fillStyle = files.length === 1 ? theme.text : theme.text3
  paintText(context, fitText(context, rest, rect.x + rect.width - padding - left), left, middle + baseline(bodySize))
}

function drawEnding(
  { context, theme }: Pick<CellDrawing, 'context' | 'theme'>,
  ending: string,
  x: number,
  middle: number,
  side: number,
): void {
  if (ending === '' || ending.length > 4) {
    const size = Math.min(24, side * 0.7)
    context.strokeStyle = theme.text2
    drawIcon(context, iconPaths.file, { x: x + (side - size) / 2, y: middle - size / 2, size }, 'stroke')
    return
  }
  const size = side === 20 ? 7 : side === 36 ? 10 : 12
  context.font = `600 ${size}px ${theme.fontFamily}`
  context.fillStyle = theme.text2
  paintText(context, ending, x + (side - textWidth(context, ending)) / 2, middle + baseline(size))
}

function filesShown(count: number, width: number, side: number): number {
  const room = Math.max(1, Math.floor((width - padding * 2 + gap) / (side + gap)))
  return count <= room ? count : Math.max(1, room - 1)
}

/** Returns the index of the file at this distance from the cell's start; the name counts as the first one. */
export function fileIndexAt(
  value: unknown,
  x: number,
  cell: { readonly width: number; readonly height: number },
): number | undefined {
  const files = typeof value === 'string' ? filesOf(value) : undefined
  if (files === undefined || x < padding) return undefined
  const side = stampSide(cell.height)
  const at = Math.floor((x - padding) / (side + gap))
  const shown = filesShown(files.length, cell.width, side)
  if (at < shown) return at
  // The counter of hidden files opens the first of them.
  return files.length === 1 ? 0 : at === shown && files.length > shown ? shown : undefined
}

export const filesWidget: CellWidget = {
  draw: drawFiles,
  width: (drawing) => bodyWidth(drawing, 24),
  wraps: false,
  hovers: false,
  view: ({ value }) =>
    typeof value === 'string' &&
    (filesOf(value) ?? fileTitles(value)?.map((title) => ({ title, url: '' })))?.map((file, at) => (
      <Fragment key={at}>
        <FileStamp file={file} side={20} />
        <span className={styles.text}>{file.title}</span>{' '}
      </Fragment>
    )),
}
