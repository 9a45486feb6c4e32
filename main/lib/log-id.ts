/**
 * Ids of audit lines and history entries sort by the time of what they tell: 12 hexadecimal digits of milliseconds,
 * 8 of a count, then something random, so that two servers never make the same. Hexadecimal text sorts alike in
 * every collation of every database.
 */
export function logId(milliseconds: number, count: number, unique: string): string {
  return hex(milliseconds, 12) + hex(count % countMax, 8) + unique
}

/** Sorts before every entry of this moment, and of later ones. */
export function idFloor(milliseconds: number): string {
  return hex(Math.max(0, milliseconds), 12)
}

/** When the entry with this id was made, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16)
}

/** The last count: what bears it comes after everything else of its moment. */
export const countMax = 0xffff_ffff

const hex = (number: number, digits: number): string => Math.trunc(number).toString(16).padStart(digits, '0')
