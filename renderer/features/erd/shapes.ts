import type { UiType } from '@common/columns/ui-types'
import { iconPaths, typeIconPath } from '@renderer/cells'
import type { DiagramColumn, End } from './diagram'
import { headHeight, rowHeight, type PlacedCard, type PlacedLine, type Point } from './layout'

/** A colour by purpose: a CSS variable on the screen, its value in a file. */
export type Paint = 'app' | 'raised' | 'side' | 'line' | 'line2' | 't1' | 't2' | 't3' | 'p' | 'star' | 'sunk'

/** A shape of the drawing. The screen and the exported files draw the same shapes. */
export type Shape =
  | {
      readonly kind: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly radius?: number
      readonly fill?: Paint
      readonly stroke?: Paint
      readonly strokeWidth?: number
    }
  | {
      readonly kind: 'path'
      readonly d: string
      readonly fill?: Paint
      readonly stroke?: Paint
      readonly strokeWidth?: number
      readonly dash?: string
      /** From where it is drawn. */
      readonly at?: Point
      readonly scale?: number
    }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly size: number
      readonly weight: 400 | 500 | 600
      readonly fill: Paint
      readonly anchor?: 'end' | 'middle'
    }

/** Returns the longest start of a text that fits. */
export type FitText = (text: string, font: { readonly size: number; readonly weight: number }, width: number) => string

export interface CardLook {
  readonly fit: FitText
  /** Returns the display name of a type. */
  readonly typeName: (uiType: UiType) => string
  /** So small that columns could not be read. */
  readonly isFar?: boolean
  readonly isChosen?: boolean
}

const radius = 8
const typeWidth = 84
/** A narrower card shows the types of its columns as icons instead of words. */
const wordsFrom = 180

/** Icons on the cards: the same as in the tree and for columns. */
const icons = {
  table: iconPaths.table,
  view: iconPaths.eye,
  key: iconPaths.key,
  link: iconPaths.link,
} as const

/** A card, from its own upper left corner. */
export function cardShapes(card: PlacedCard, look: CardLook): Shape[] {
  const shapes = shapesFromLeft(card, look)
  return card.isMirrored === true ? shapes.map((shape) => fromRight(shape, card.width)) : shapes
}

const iconSide = 24

/** Moves what a card shows to its other side. Icons are not mirrored themselves, and frames are the same on both sides. */
function fromRight(shape: Shape, width: number): Shape {
  if (shape.kind === 'path' && shape.at)
    return { ...shape, at: { ...shape.at, x: width - shape.at.x - iconSide * (shape.scale ?? 1) } }
  if (shape.kind !== 'text' || shape.anchor === 'middle') return shape
  const { anchor, ...rest } = shape
  return { ...rest, x: width - shape.x, ...(anchor === undefined && { anchor: 'end' as const }) }
}

function shapesFromLeft({ table, width, height }: PlacedCard, look: CardLook): Shape[] {
  const { fit, isFar, isChosen } = look
  const frame: Shape = {
    kind: 'rect',
    x: 0,
    y: 0,
    width,
    height,
    radius,
    fill: 'raised',
    stroke: isChosen === true ? 'p' : 'line2',
    strokeWidth: isChosen === true ? 2 : 1,
  }
  if (isFar === true) {
    const size = 26
    const text = fit(table.title, { size, weight: 600 }, width - 20)
    return [frame, { kind: 'text', x: 10, y: Math.min(height / 2, 40) + 9, text, size, weight: 600, fill: 't1' }]
  }
  const hasRows = table.columns.length > 0
  const title = fit(table.title, { size: 13, weight: 600 }, width - 44)
  const shapes: Shape[] = [
    frame,
    { kind: 'path', d: headPath(width, hasRows), fill: 'side' },
    ...(hasRows ? [{ kind: 'path' as const, d: `M.5 ${headHeight}H${width - 0.5}`, stroke: 'line' as const }] : []),
    {
      kind: 'path',
      d: icons[table.type],
      stroke: 't3',
      strokeWidth: 2,
      at: { x: 10, y: (headHeight - 14) / 2 },
      scale: 14 / 24,
    },
    { kind: 'text', x: 32, y: 20.5, text: title, size: 13, weight: 600, fill: 't1' },
  ]
  table.columns.forEach((column, at) => shapes.push(...rowShapes(column, at, width, look)))
  return shapes
}

/** One column on a card: its mark or the icon of its type, its name, and its type in words where there is room. */
function rowShapes(column: DiagramColumn, at: number, width: number, { fit, typeName }: CardLook): Shape[] {
  const middle = headHeight + (at + 0.5) * rowHeight + 1
  const hasWords = width >= wordsFrom
  const icon = hasWords ? (column.mark === 'none' ? undefined : icons[column.mark]) : typeIconPath(column.uiType)
  const nameWidth = width - 32 - (hasWords ? typeWidth + 16 : 10)
  const name = fit(column.title, { size: 12, weight: 400 }, nameWidth)
  const shapes: Shape[] = [{ kind: 'text', x: 32, y: middle + 4, text: name, size: 12, weight: 400, fill: 't2' }]
  if (icon !== undefined)
    shapes.push({
      kind: 'path',
      d: icon,
      stroke: hasWords && column.mark === 'key' ? 'star' : 't3',
      strokeWidth: 2.4,
      at: { x: 11, y: middle - 6 },
      scale: 12 / 24,
    })
  if (!hasWords) return shapes
  const type = fit(typeName(column.uiType), { size: 11, weight: 400 }, typeWidth)
  return [
    ...shapes,
    { kind: 'text', x: width - 10, y: middle + 4, text: type, size: 11, weight: 400, fill: 't3', anchor: 'end' },
  ]
}

/** Returns the path of a card's head inside its frame. */
function headPath(width: number, hasRows: boolean): string {
  const [left, right, top, bottom, r] = [0.5, width - 0.5, 0.5, headHeight, radius - 0.5]
  const foot = hasRows
    ? `V${bottom}H${left}`
    : `V${bottom - r - 0.5}Q${right} ${bottom - 0.5} ${right - r} ${bottom - 0.5}H${left + r}Q${left} ${bottom - 0.5} ${left} ${bottom - r - 0.5}`
  return `M${left} ${top + r}Q${left} ${top} ${left + r} ${top}H${right - r}Q${right} ${top} ${right} ${top + r}${foot}Z`
}

/** A line with the signs at its ends: a crow's foot where there are many, a bar for one, a ring where there may be none. */
export function lineShapes(
  { relation, points, fromSide, toSide }: PlacedLine,
  look: { readonly isChosen?: boolean } = {},
): Shape[] {
  const stroke: Paint = look.isChosen === true ? 'p' : 't3'
  const strokeWidth = look.isChosen === true ? 1.8 : 1.2
  const [start] = points
  const end = points.at(-1)
  if (!start || !end) return []
  return [
    {
      kind: 'path',
      d: fromSide === toSide ? loop(points) : curve(points),
      stroke,
      strokeWidth,
      // Relations unknown to the database are dashed.
      ...(relation.real ? {} : { dash: '5 4' }),
    },
    ...endShapes(start, fromSide, relation.fromEnd, stroke, strokeWidth),
    ...endShapes(end, toSide, relation.toEnd, stroke, strokeWidth),
  ]
}

const round = (value: number): number => Math.round(value * 10) / 10

/** A line along one side: round, as far out as the point in its middle. */
function loop(points: readonly Point[]): string {
  const [start, first, out, last, end] = points
  if (!start || !first || !out || !last || !end) return curve(points)
  // A curve reaches three quarters of the distance to its control points.
  const pull = (from: Point): string => `${round(from.x + (out.x - from.x) / 0.75)} ${round(from.y)}`
  const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`
  return `M${at(start)}L${at(first)}C${pull(first)} ${pull(last)} ${at(last)}L${at(end)}`
}

function curve(points: readonly Point[]): string {
  const [first, ...others] = points
  if (!first) return ''
  let before = first
  let path = `M${round(first.x)} ${round(first.y)}`
  others.forEach((point, at) => {
    const isStub = at === 0 || at === others.length - 1
    const middle = round((before.x + point.x) / 2)
    path += isStub
      ? `L${round(point.x)} ${round(point.y)}`
      : `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`
    before = point
  })
  return path
}

function endShapes({ x, y }: Point, side: 1 | -1, end: End, stroke: Paint, strokeWidth: number): Shape[] {
  const at = (by: number): number => round(x + side * by)
  const ring = (by: number): Shape => ({
    kind: 'path',
    d: `M${at(by) - 4} ${round(y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
    fill: 'sunk',
    stroke,
    strokeWidth,
  })
  const bar = (by: number): Shape => ({
    kind: 'path',
    d: `M${at(by)} ${round(y - 5)}v10`,
    stroke,
    strokeWidth,
  })
  if (end === 'one') return [bar(6), bar(10)]
  if (end === 'oneOrNone') return [bar(6), ring(14)]
  const foot: Shape = {
    kind: 'path',
    d: `M${at(0)} ${round(y - 6)}L${at(10)} ${round(y)}L${at(0)} ${round(y + 6)}`,
    stroke,
    strokeWidth,
  }
  return [foot, ring(14)]
}
