/**
 * Returns an id of an audit line or history entry that sorts by time: 12 hexadecimal digits of milliseconds, 8 of a
 * counter, then random digits, so that servers don't collide. Hexadecimal text sorts equally in all collations.
 */
export function logId(milliseconds: number, count: number, unique: string): string {
  return hex(milliseconds, 12) + hex(count % countMax, 8) + unique
}

/** Sorts before every entry of this moment, and of later ones. */
export function idFloor(milliseconds: number): string {
  return hex(Math.max(0, milliseconds), 12)
}

/** Returns the creation time of an id, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16)
}

/** The last counter value: its entry sorts after all others of its moment. */
export const countMax = 0xffff_ffff

const hex = (number: number, digits: number): string => Math.trunc(number).toString(16).padStart(digits, '0')
