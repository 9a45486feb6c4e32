import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
// Nothing of it in the build, where each module brings the sentences that it names: see scripts/build/words.ts.
import en from '@locales/en.json'

/** The catalogue: `t('feature.key')`, typed by the keys of `locales/en.json`. */
export const i18n: I18n = i18next.createInstance()

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // React escapes; a second time would show &amp;
  interpolation: { escapeValue: false },
  returnNull: false,
  // Error codes hold underscores, which would be read as a context.
  contextSeparator: '|',
})

/** Called by the build alone: sentences of a module that was loaded, by their full keys, before it runs. */
export function addWords(words: Readonly<Record<string, string>>): void {
  i18n.addResources('en', 'translation', words)
}
