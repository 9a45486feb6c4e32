import type { Sentence } from '@renderer/i18n'

/** A rejected value that stays in its cell for correction, with the reason. */
export interface RefusedCell {
  readonly text: string
  readonly message: Sentence
}
