/** Sizes of a gallery (visual reference §10), in CSS pixels. */
export const cardWidthMin = 240
export const cardWidthMax = 320
export const cardGap = 12
export const padding = 12

/** How cards lie in a place of some width. */
export interface Lanes {
  readonly count: number
  readonly cardWidth: number
  readonly cardHeight: number
  /** Distance between the tops of two successive lines of cards. */
  readonly lineHeight: number
}

export interface CardMeasures {
  readonly hasCover: boolean
  /** Number of fields that have a line, without the name. */
  readonly fields: number
}

const border = 1
const bodyPadding = 10
const nameHeight = 20
const fieldHeight = 24

/** Returns the height of every card. All cards share one height, so the position of any card can be calculated. */
function cardHeight(width: number, { hasCover, fields }: CardMeasures): number {
  const cover = hasCover ? Math.round(((width - border * 2) * 3) / 4) : 0
  return border * 2 + cover + bodyPadding * 2 + nameHeight + fields * fieldHeight
}

/** Returns the lanes of a gallery: as many cards side by side as fit at minimum width, stretched to fill the line. */
export function lanesOf(width: number, measures: CardMeasures): Lanes {
  const room = Math.max(0, width - padding * 2)
  const count = Math.max(1, Math.floor((room + cardGap) / (cardWidthMin + cardGap)))
  const shared = Math.floor((room - cardGap * (count - 1)) / count)
  const cardWidth = Math.max(120, Math.min(cardWidthMax, shared))
  const height = cardHeight(cardWidth, measures)
  return { count, cardWidth, cardHeight: height, lineHeight: height + cardGap }
}

/** Height of all cards with the room around them. */
export function heightOf(rows: number, { count, lineHeight }: Lanes): number {
  const lines = Math.ceil(rows / count)
  return lines === 0 ? 0 : lines * lineHeight - cardGap + padding * 2
}

/** Returns the position of a card, measured from the start of the list. */
export function placeOf(
  row: number,
  { count, cardWidth, lineHeight }: Lanes,
): { readonly x: number; readonly y: number } {
  return { x: padding + (row % count) * (cardWidth + cardGap), y: padding + Math.floor(row / count) * lineHeight }
}

/** Rows whose cards are seen, from the first up to, not including, the last. */
export function rowsIn(
  { from, height }: { readonly from: number; readonly height: number },
  rows: number,
  { count, lineHeight }: Lanes,
  linesMore = 0,
): { readonly from: number; readonly to: number } {
  const first = Math.floor((from - padding + cardGap) / lineHeight) - linesMore
  const last = Math.floor((from + height - padding) / lineHeight) + 1 + linesMore
  const within = (row: number): number => Math.max(0, Math.min(rows, row))
  return { from: within(first * count), to: within(last * count) }
}

/** Where the list has to be for a card to be seen; where it is already, if it is. */
export function reached(list: number, height: number, row: number, lanes: Lanes): number {
  const { y } = placeOf(row, lanes)
  const [top, bottom] = [y - padding, y + lanes.cardHeight + padding]
  if (top < list) return Math.max(0, top)
  // A card that is higher than the place is seen from its beginning.
  return bottom > list + height ? Math.min(top, bottom - height) : list
}
