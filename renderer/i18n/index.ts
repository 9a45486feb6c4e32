import { i18n, languageCodes } from './i18n'
import { localeTag } from './format'

/** Returns the languages to choose from, each with its own name: `Deutsch`. */
export function languages(): { readonly code: string; readonly name: string }[] {
  return languageCodes.map((code) => {
    const tag = localeTag(code)
    return { code, name: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? code }
  })
}

/** The same function outside components. Read it when the sentence is shown, so that it follows the language. */
export const t = i18n.t.bind(i18n)

export { useTranslation } from 'react-i18next'
export * from './format'
export { Rich } from './Rich'
export { roleName } from './role-name'
export { i18n, loadLanguage, renderMessage, textsReady, withTexts } from './i18n'
export { loadSentences, sentence, sentenceText, type Sentence } from './sentence'
export { serverText, serverTexts } from './server-text'
export type { Namespace, TranslationKey } from './keys'
