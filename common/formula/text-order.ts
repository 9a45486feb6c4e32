/**
 * Compares two texts by code point, as databases compare UTF-8 bytes. Returns a negative number, 0 or a positive
 * number.
 */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  for (let at = 0; at < shorter; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Surrogates sort after all other units. */
const rank = (unit: number): number => (unit >= 0xe0_00 ? unit - 0x8_00 : unit >= 0xd8_00 ? unit + 0x20_00 : unit)
