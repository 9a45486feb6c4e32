import type { FormatOptions } from './column-type'
import { columnTypes } from './registry'
import type { UiType } from './ui-types'

/** Texts that are looked at: a long file says after a few hundred rows what it says after a million. */
const textsAtMost = 500

export interface TypeGuess {
  readonly uiType: UiType
  /** From 0 to 1. */
  readonly confidence: number
}

/**
 * What the texts of a column of a file probably are, the surest type first. Text of one line is always among them.
 *
 * @param texts  as they stand in the file; empty ones say nothing
 */
export function guessTypes(texts: readonly string[], options: FormatOptions): readonly TypeGuess[] {
  const filled = texts.filter((text) => text.trim() !== '').slice(0, textsAtMost)
  const guesses = columnTypes
    .filter(({ creatable, writable }) => creatable && writable)
    .map(({ name, guess }): TypeGuess => ({ uiType: name, confidence: guess(filled, options) }))
    .filter(({ confidence }) => confidence > 0)
  return guesses.toSorted((one, other) => other.confidence - one.confidence)
}
