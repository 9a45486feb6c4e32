import type { Parsed } from '@common/columns/column-type'

/** For types that users choose or databases declare: an import never guesses them. */
export const neverGuessed = (): number => 0

/** Minimum share of matching texts: a few cells of a long column may be wrong. */
const shareLeast = 0.9

/**
 * Returns a confidence that falls with every text that doesn't fit.
 *
 * @param sure  confidence if all texts fit
 */
export function guessBy(sure: number, texts: readonly string[], fits: (text: string) => boolean | undefined): number {
  if (texts.length === 0) return 0
  const share = texts.filter((text) => fits(text) === true).length / texts.length
  return share < shareLeast ? 0 : sure * share
}

/** True if a parser read a value. */
export function isValue(parsed: Parsed): boolean {
  return parsed.ok && parsed.value !== null
}

/** `007` and `+49 30` are names written in digits, not amounts. */
export function looksLikeAmount(text: string): boolean {
  return !/^\s*[+-]?0\d/.test(text) && /\d/.test(text) && !/^\s*\+/.test(text)
}
