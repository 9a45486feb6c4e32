import { formatMessage, type AnyMessage, type MessageParams } from '@common/messages'
import i18next, { type i18n as I18n, type I18nFormatModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
// Empty in the build, where each module brings the sentences that it names: see scripts/build/words.ts.
import * as english from '@locales/english'

/** The catalogue: `t('feature.key')`, typed by the keys of `locales/en/feature.json`. */
export const i18n: I18n = i18next.createInstance()

interface Icu extends I18nFormatModule {
  parse(
    text: string,
    params: MessageParams,
    language: string,
    namespace: string,
    key: string,
    info?: { readonly resolved: { readonly usedLng?: string } },
  ): string
  addLookupKeys(keys: string[]): string[]
}

/** Messages are ICU, filled by the same function as on the server. */
const icu: Icu = {
  type: 'i18nFormat',
  parse: (text, params, language, _namespace, _key, info) =>
    formatMessage(text, params, info?.resolved.usedLng ?? language, render),
  // Forms of plurals are inside the message.
  addLookupKeys: (keys) => keys,
}

const render = ({ key, params }: AnyMessage): string => i18n.t(key, { ...params, defaultValue: key })

void i18n
  .use(icu)
  .use(initReactI18next)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    ns: Object.keys(english),
    // With both the same, the first part of a key is its namespace.
    nsSeparator: '.',
    keySeparator: '.',
    resources: { en: { ...english } },
    returnNull: false,
    // Error codes hold underscores, which would be read as a context.
    contextSeparator: '|',
  })

/** Called by the build alone: sentences of a module that was loaded, by their full keys, before it runs. */
export function addWords(words: Readonly<Record<string, string>>): void {
  for (const [key, text] of Object.entries(words)) {
    const [namespace = '', ...rest] = key.split('.')
    i18n.addResource('en', namespace, rest.join('.'), text, { silent: true })
  }
}
