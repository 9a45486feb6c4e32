import { i18n } from './i18n'

/** Languages that are there. The other codes of S1 §9 follow with their catalogues. */
export const languages = [{ code: 'en', name: 'English' }] as const
export type LanguageCode = (typeof languages)[number]['code']

/** The same function outside components. Read it when the sentence is shown, so that it follows the language. */
export const t = i18n.t.bind(i18n)

export { useTranslation } from 'react-i18next'
export * from './format'
export { i18n } from './i18n'
export type { TranslationKey } from './keys'
