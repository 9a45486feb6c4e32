import type { Parsed } from '@common/columns/column-type'

/** A type that no texts are taken for: it is chosen, or told by the database. */
export const neverGuessed = (): number => 0

/** A few cells of a long column may be wrong: what fits nine of ten is meant, though less surely. */
const shareLeast = 0.9

/**
 * A guess that falls with every text that does not fit.
 *
 * @param sure  what is answered when all fit
 */
export function guessBy(sure: number, texts: readonly string[], fits: (text: string) => boolean | undefined): number {
  if (texts.length === 0) return 0
  const share = texts.filter((text) => fits(text) === true).length / texts.length
  return share < shareLeast ? 0 : sure * share
}

/** Whether a text was accepted as a value. */
export function isValue(parsed: Parsed): boolean {
  return parsed.ok && parsed.value !== null
}

/** `007` and `+49 30` are names written in digits, not amounts. */
export function looksLikeAmount(text: string): boolean {
  return !/^\s*[+-]?0\d/.test(text) && /\d/.test(text) && !/^\s*\+/.test(text)
}
