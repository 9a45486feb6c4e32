import type { RefObject } from 'react'

/** Lines in the order in which they are drawn; undefined where that is the order of the model. */
export type DrawnLines = RefObject<readonly number[] | undefined>

/**
 * The line of the record before or after another one, as they are drawn.
 *
 * @returns undefined at either end; the first or the last one for a line that is not drawn
 */
export function steppedLine(
  line: number,
  by: 1 | -1,
  drawn: readonly number[] | undefined,
  count: number,
): number | undefined {
  if (drawn === undefined) {
    const next = line + by
    return next >= 0 && next < count ? next : undefined
  }
  const at = drawn.indexOf(line)
  if (at < 0) return by > 0 ? drawn[0] : drawn.at(-1)
  // Not from behind.
  return at + by < 0 ? undefined : drawn[at + by]
}

/** The place of a line among those that are drawn, from 0. */
export function placeOfLine(line: number, drawn: readonly number[] | undefined): number {
  const at = drawn?.indexOf(line) ?? -1
  return at < 0 ? line : at
}
