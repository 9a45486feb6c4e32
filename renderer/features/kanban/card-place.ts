import type { Row } from '@renderer/features/records'

/** A key of the order that cards stand in, by the title of its column. */
export interface CardOrder {
  readonly column: string
  readonly descending: boolean
}

/** Records without a value come first from small to large, as databases here are asked for them. */
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
 * Where a record will stand among others, as far as those are at hand: the database has the last word, and the card goes
 * there once it has been asked.
 *
 * @param cards  records of the stack in their order; undefined for those that are not read yet
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
