import type { StoredValue } from '@common/columns/column-type'
import type { Column, OptionColor } from '@common/model'
import type { CellTheme } from './cell-theme'
import { turnStrip } from './mirror'

export interface CellRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Input for drawing one cell. */
export interface CellDrawing {
  readonly context: CanvasRenderingContext2D
  readonly rect: CellRect
  readonly value: StoredValue
  readonly text: string
  readonly column: Column
  readonly align: 'start' | 'end' | 'center'
  readonly theme: CellTheme
  /** Background colour from a rule. */
  readonly painted?: OptionColor | undefined
  /** The pointer is over the cell; x is measured from the cell's start. */
  readonly hoverX: number | undefined
  readonly active: boolean
}

export type DrawCell = (drawing: CellDrawing) => void

export const padding = 8
/** Height of a single-line cell, and factor of all text, of the current font size and density. */
const look = { oneLine: 28, text: 1 }

/** Sets the sizes of cells. The painter then draws everything again. */
export function setCellLook(next: Readonly<typeof look>): void {
  Object.assign(look, next)
}

export const oneLineHeight = (): number => look.oneLine

/** Returns a size of text, or of its line, in the chosen font size. */
export const sized = (size: number): number => size * look.text

/** Extra space above the first line in taller cells. */
const airAbove = 3

/** Returns the vertical centre of a cell's first line, for single-line content. */
export function firstLine({ y, height }: Pick<CellRect, 'y' | 'height'>): number {
  return height <= look.oneLine ? y + height / 2 : y + look.oneLine / 2 + airAbove
}
export const bodySize = 13

/** Returns the distance from the middle of a line to its baseline: half the cap height of Inter. */
export const baseline = (size: number): number => sized(size) * 0.364

const paths = new Map<string, Path2D>()
function path(data: string): Path2D {
  const cached = paths.get(data)
  if (cached) return cached
  const parsed = new Path2D(data)
  paths.set(data, parsed)
  return parsed
}

/**
 * Paints path data of `iconPaths` at a place and size, stroked or filled with the context's colours. On a mirrored
 * canvas, the icon looks as elsewhere, unless it points along the line: `mirrored`.
 */
export function drawIcon(
  context: CanvasRenderingContext2D,
  data: string,
  at: { readonly x: number; readonly y: number; readonly size: number },
  paint: 'stroke' | 'fill',
  mirrored = false,
): void {
  context.save()
  if (!mirrored) turnStrip(context, at.x, at.size)
  context.translate(at.x, at.y)
  context.scale(at.size / 24, at.size / 24)
  context.lineWidth = at.size <= 12 ? 2.4 : 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  if (paint === 'stroke') context.stroke(path(data))
  else context.fill(path(data))
  context.restore()
}
