import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
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
