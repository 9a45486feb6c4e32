import { formatMessage, type AnyMessage, type MessageParams } from '@common/messages'
import { startNamespaces } from '@locales/start'
import i18next, { type i18n as I18n, type I18nFormatModule } from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import type { Namespace } from './keys'
import { serverNamespaces } from './server-namespaces'

/** The catalogue: `t('feature.key')`, typed by the keys of `locales/en/feature.json`. */
export const i18n: I18n = i18next.createInstance()

/** Every file of `locales`, loaded when it is first needed. A folder that is added there is a language. */
const files = import.meta.glob<object>('../../locales/*/*.json', { import: 'default' })

/** Why files could not be loaded, by namespace. */
const failures = new Map<string, Error>()

async function loadFile(language: string, namespace: string): Promise<{ readonly default: object }> {
  try {
    // Falls back to English if a language lacks a file.
    return { default: (await files[`../../locales/${language}/${namespace}.json`]?.()) ?? {} }
  } catch (error) {
    if (error instanceof Error) failures.set(namespace, error)
    throw error
  }
}

/** The languages that have a folder. */
export const languageCodes: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => path.split('/').at(-2) ?? '')),
].toSorted()

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
    formatMessage(text, params, info?.resolved.usedLng ?? language, renderMessage),
  // Forms of plurals are inside the message.
  addLookupKeys: (keys) => keys,
}

/** Returns the sentence of a message in the reader's language; its key where the catalogue has none. */
export function renderMessage({ key, params }: AnyMessage): string {
  return i18n.t(key, { ...params, defaultValue: key })
}

/** Resolves when the texts of the first screens are loaded. */
export const textsReady: Promise<unknown> = i18n
  .use(icu)
  .use(resourcesToBackend(loadFile))
  .use(initReactI18next)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    ns: [...startNamespaces],
    defaultNS: 'app',
    // Sets the language before init returns; its texts load later.
    initAsync: false,
    // With equal separators, the first part of a key is its namespace.
    nsSeparator: '.',
    keySeparator: '.',
    returnNull: false,
    // Error codes contain underscores, which would parse as a context.
    contextSeparator: '|',
  })

/**
 * Loads the texts of a feature in parallel with its code, so that both appear at once:
 * `withTexts(import('./KanbanView'), ['kanban'])`. A test detects missing namespaces.
 *
 * @throws {Error} if a file fails to load, like the import of code
 */
export async function withTexts<Module>(module: Promise<Module>, namespaces: readonly Namespace[]): Promise<Module> {
  const [loaded] = await Promise.all([module, i18n.loadNamespaces([...namespaces])])
  const missing = namespaces.find((name) => !i18n.hasResourceBundle('en', name))
  if (missing !== undefined) throw failures.get(missing) ?? new Error(`The texts of ${missing} could not be loaded`)
  return loaded
}

/** Loads a language and switches to it. Texts that it lacks are English. */
export async function loadLanguage(code: string): Promise<void> {
  if (code === i18n.language) return
  // The server responds in English; the page translates its messages.
  if (code !== 'en') await i18n.loadNamespaces([...serverNamespaces])
  await i18n.changeLanguage(code)
}
