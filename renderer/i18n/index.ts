import { languageOf } from '@common/messages'
import { offeredLanguages } from './i18n'

/** Returns the languages to choose from, each with its own name (`Deutsch`), in the order of their tags. */
export function languages(): { readonly code: string; readonly name: string; readonly tag: string }[] {
  return offeredLanguages
    .map((code) => ({ code, name: languageOf(code).name, tag: languageOf(code).tag }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

export { t, useTranslation, type Translate } from './translate'
export * from './format'
export { Rich } from './Rich'
export { directionOfValue, useDirection } from './direction'
export { memo, translated, useLanguage } from './language'
export { roleName } from './role-name'
export { i18n, loadLanguage, loadServerTexts, renderMessage, shownLanguage, startTexts, withTexts } from './i18n'
export { loadSentences, sentence, sentenceText, withOwnText, type Sentence } from './sentence'
export { serverSentence, serverSentences, serverText } from './server-text'
export type { Namespace, TranslationKey } from './keys'
