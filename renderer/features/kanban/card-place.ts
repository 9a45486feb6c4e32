import type { Row } from '@renderer/features/records'

/** One sort key of the cards, by the title of its column. */
export interface CardOrder {
  readonly column: string
  readonly descending: boolean
}

/** Sorts records without a value first in ascending order, like our database queries. */
function compare(one: unknown, other: unknown): number {
  const [a, b] = [one ?? null, other ?? null]
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [Number(a), Number(b)]
  if (a !== '' && b !== '' && Number.isFinite(x) && Number.isFinite(y)) return x - y
  return textOf(a).localeCompare(textOf(b))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Predicts the position of a card among the loaded records. The database decides: the card moves to its final position
 * after the refetch.
 *
 * @param cards  records of the stack in their order; undefined for records not loaded yet
 */
export function placeAmong(cards: readonly (Row | undefined)[], card: Row, order: readonly CardOrder[]): number {
  let place = 0
  for (const [at, other] of cards.entries()) {
    if (other === undefined) continue
    if (before(card, other, order)) return place
    place = at + 1
  }
  return place
}

function before(one: Row, other: Row, order: readonly CardOrder[]): boolean {
  for (const { column, descending } of order) {
    const by = compare(one[column], other[column])
    if (by !== 0) return descending ? by > 0 : by < 0
  }
  return false
}
