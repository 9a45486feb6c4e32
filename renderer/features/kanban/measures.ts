/** CSS pixels (visual reference §10, mock f). */
export const stackWidthMin = 232
export const stackWidthMax = 320
export const closedWidth = 44
export const newStackWidth = 180
export const stackGap = 12
export const boardPadding = 12
/** Estimated height of a card until it is measured. */
export const cardHeight = 92
export const cardGap = 8

export const idOfCard = (row: number): string => `kanban-card-${row}`

/** Returns the width of open stacks: all fit the board, within the limits for cards. */
export function stackWidth(boardWidth: number, open: number, closed: number): number {
  if (open === 0) return stackWidthMin
  const others = closed * (closedWidth + stackGap) + 2 * boardPadding
  const room = (boardWidth - others - (open - 1) * stackGap) / open
  return Math.floor(Math.min(stackWidthMax, Math.max(stackWidthMin, room)))
}
