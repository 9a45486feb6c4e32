import { useTranslation } from 'react-i18next'
import { languageDirection } from './format'

/** Returns the writing direction of the page. The component renders again when a new language changes it. */
export function useDirection(): 'ltr' | 'rtl' {
  useTranslation()
  return languageDirection()
}
