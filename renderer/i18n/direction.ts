import { useTranslation } from 'react-i18next'
import { languageDirection } from './format'

/** Returns the writing direction of the page. The component renders again when a new language changes it. */
export function useDirection(): 'ltr' | 'rtl' {
  useTranslation()
  return languageDirection()
}

/**
 * Returns the `dir` of a field: the direction of its first letter. Undefined for an empty one, which is like the page:
 * with `auto`, browsers put its caret on the left in every language.
 */
export const directionOfValue = (value: string): 'auto' | undefined => (value === '' ? undefined : 'auto')
