import type { FormatOptions } from './column-type'
import { columnTypes } from './registry'
import type { UiType } from './ui-types'

/** Maximum sample: a few hundred rows reveal as much as a million. */
const textsAtMost = 500

export interface TypeGuess {
  readonly uiType: UiType
  /** From 0 to 1. */
  readonly confidence: number
}

/**
 * Returns the likely types of a column in a file, best match first. Always includes single line text.
 *
 * @param texts  values as written in the file; empty ones are ignored
 */
export function guessTypes(texts: readonly string[], options: FormatOptions): readonly TypeGuess[] {
  const filled = texts.filter((text) => text.trim() !== '').slice(0, textsAtMost)
  const guesses = columnTypes
    .filter(({ creatable, writable }) => creatable && writable)
    .map(({ name, guess }): TypeGuess => ({ uiType: name, confidence: guess(filled, options) }))
    .filter(({ confidence }) => confidence > 0)
  return guesses.toSorted((one, other) => other.confidence - one.confidence)
}
