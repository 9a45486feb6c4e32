import { languageDirection } from './format'
import { useLanguage } from './language'

/** Returns the writing direction of the page. The component renders again when a new language changes it. */
export function useDirection(): 'ltr' | 'rtl' {
  return languageDirection(useLanguage())
}

/**
 * Returns the `dir` of a field: the direction of its first letter. Undefined without a letter, such as for a number, which
 * is like the page: with `auto`, browsers put it on the left in every language.
 */
export const directionOfValue = (value: string): 'auto' | undefined => (/\p{Letter}/u.test(value) ? 'auto' : undefined)
