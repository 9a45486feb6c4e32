import { isPlainWhole, isPlainDecimal } from '@common/columns/questions'
import type { Column, Table } from '@common/model'
import { isOrderColumn, orderStep, type ViewSettings } from '@common/views'

/** The column that defines the order of rows, if the view sorts by it alone, ascending. */
export interface OrderColumn {
  readonly column: Column
  /** Only whole numbers fit in it. */
  readonly whole: boolean
  /** True if the column holds a manual order, where unnumbered rows come last. */
  readonly byHand: boolean
}

/** Returns the order column. Rows can move if the view sorts by one writable number. */
export function orderColumnOf(
  table: Table,
  { sorts, groups }: Pick<ViewSettings, 'sorts' | 'groups'>,
): OrderColumn | undefined {
  const [first, ...others] = sorts
  if (first === undefined || first.descending || others.length > 0 || groups.length > 0) return undefined
  const column = table.columns.find(({ name }) => name === first.column)
  if (column === undefined || column.primaryKey || column.generated || column.autoIncrement) return undefined
  if (isPlainWhole(column)) return { column, whole: true, byHand: isOrderColumn(column) }
  return isPlainDecimal(column) ? { column, whole: false, byHand: false } : undefined
}

/** True if a view has no sort and no groups, so that a manual order is possible. */
export const isUnordered = ({ sorts, groups }: Pick<ViewSettings, 'sorts' | 'groups'>): boolean =>
  sorts.length === 0 && groups.length === 0

/** The writes that put a row in a position: its own number, and new ones for rows that make room. */
export interface Placing {
  readonly number: number
  /** New numbers by index in the given list. */
  readonly others: ReadonlyMap<number, number>
}

/** Decimals between two numbers are halved down to this precision; then rows make room. */
const finest = 1e-6

/**
 * Returns a number between those of two neighbours. Without a gap, moves the following rows up until there is one.
 *
 * @param numbers  of the rows in their order, as far as they are known; null for a row without one
 * @param at  index in that list before which the row goes
 * @returns undefined if the given rows are too few to make room
 */
export function placeBefore(
  numbers: readonly (number | null)[],
  at: number,
  whole: boolean,
  reachesEnd: boolean,
): Placing | undefined {
  const before = lastNumber(numbers, at)
  const after = numbers[at] ?? undefined
  if (before === undefined)
    return after === undefined ? { number: 1, others: none } : { number: after - 1, others: none }
  if (after === undefined) return at >= numbers.length && !reachesEnd ? undefined : { number: before + 1, others: none }
  const middle = (before + after) / 2
  const room = whole ? after - before >= 2 : after - before > finest
  if (room) return { number: whole ? Math.floor(middle) : Number(middle.toPrecision(15)), others: none }
  return makeRoom(numbers, at, before, reachesEnd)
}

/**
 * Like the function above, for a manual order. Numbers are far apart; without a gap, spreads as few rows as possible
 * evenly. Unnumbered rows come last: those before the target get a number.
 */
export function placeByHand(numbers: readonly (number | null)[], at: number): Placing {
  const before = lastNumber(numbers, at)
  const unplaced = numbers.slice(0, at).filter((number) => number === null).length
  if (unplaced > 0) {
    const first = at - unplaced
    const others = new Map<number, number>()
    for (let place = first; place < at; place += 1) others.set(place, (before ?? 0) + (place - first + 1) * orderStep)
    return { number: (before ?? 0) + (unplaced + 1) * orderStep, others }
  }
  const after = numbers[at] ?? undefined
  if (after === undefined) return { number: (before ?? 0) + orderStep, others: none }
  if (before === undefined) return { number: after - orderStep, others: none }
  if (after - before >= 2) return { number: Math.floor((before + after) / 2), others: none }
  return spread(numbers, at, before)
}

/** Gap around each row after spreading. */
const spreadRoom = 4_096

function spread(numbers: readonly (number | null)[], at: number, before: number): Placing {
  let end = at + 1
  let limit = numbers[end] ?? undefined
  while (limit !== undefined && limit - before < (end - at + 2) * spreadRoom) {
    end += 1
    limit = numbers[end] ?? undefined
  }
  const width = limit === undefined ? orderStep : Math.floor((limit - before) / (end - at + 2))
  const others = new Map<number, number>()
  for (let place = at; place < end; place += 1) others.set(place, before + (place - at + 2) * width)
  return { number: before + width, others }
}

const none: ReadonlyMap<number, number> = new Map()

function lastNumber(numbers: readonly (number | null)[], at: number): number | undefined {
  for (let place = at - 1; place >= 0; place -= 1) {
    const number = numbers[place]
    if (number !== null && number !== undefined) return number
  }
  return undefined
}

function makeRoom(
  numbers: readonly (number | null)[],
  at: number,
  before: number,
  reachesEnd: boolean,
): Placing | undefined {
  const others = new Map<number, number>()
  let least = before + 2
  for (let place = at; place < numbers.length; place += 1) {
    const number = numbers[place]
    if (number === null || number === undefined) continue
    if (number >= least) return { number: before + 1, others }
    others.set(place, least)
    least += 1
  }
  return reachesEnd ? { number: before + 1, others } : undefined
}
