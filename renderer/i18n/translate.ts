import { useSyncExternalStore } from 'react'
import { i18n } from './i18n'
import type { TranslationKey } from './keys'

/** Returns the text of a key with its placeholders filled; the key itself where the language has no such text. */
export type Translate = (key: TranslationKey, params?: Readonly<Record<string, unknown>>) => string

/** The texts of the page in its language. */
export interface Translation {
  /** Another function after each change of the language. */
  readonly t: Translate
}

/** Caches texts without placeholders: a page that opens asks for hundreds, and each takes i18next microseconds. */
function newTranslation(): Translation {
  const texts = new Map<string, string>()
  return {
    // A plain text for i18next, whose types would compute a result for each key.
    t: (key: string, params) => {
      if (params !== undefined) return i18n.t(key, params)
      const cached = texts.get(key)
      if (cached !== undefined) return cached
      const text = i18n.t(key)
      // The texts of a feature load with its code.
      if (i18n.exists(key)) texts.set(key, text)
      return text
    },
  }
}

let translation = newTranslation()
i18n.on('languageChanged', () => {
  translation = newTranslation()
})

const onLanguage = (listener: () => void): (() => void) => {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}
const current = (): Translation => translation

/** Returns the texts of the page. The component renders again when the language changes. */
export const useTranslation = (): Translation => useSyncExternalStore(onLanguage, current)

/** The same texts outside components. Read them when a sentence is shown, so that it follows the language. */
export const t: Translate = (key, params) => translation.t(key, params)
