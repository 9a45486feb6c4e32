import {
  formatMessage,
  isolated,
  languageOf,
  nearestLanguage,
  type AnyMessage,
  type MessageParams,
} from '@common/messages'
import { startNamespaces } from '@locales/start'
import i18next, { type i18n as I18n, type I18nFormatModule } from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import pageTexts from 'virtual:page-texts'
import type { Namespace } from './keys'
import { serverNamespaces } from './server-namespaces'

/** The catalogue: `t('feature.key')`, typed by the keys of `locales/en/feature.json`. */
export const i18n: I18n = i18next.createInstance()

/** Why files could not be loaded, by namespace. */
const failures = new Map<string, Error>()

/** A language has two files: the texts of the first screens, and all others. */
async function loadFile(code: string, namespace: string): Promise<{ readonly default: object }> {
  const { isDerived, fallbacks } = languageOf(code)
  const files = pageTexts[isDerived ? (fallbacks[0] ?? code) : code]
  const isOfStart = startNamespaces.some((name) => name === namespace)
  try {
    const loaded = await files?.[isOfStart ? 'start' : 'more']()
    return { default: loaded?.default[namespace] ?? {} }
  } catch (error) {
    if (error instanceof Error) failures.set(namespace, error)
    throw error
  }
}

/** Codes of the languages that have a folder. */
export const offeredLanguages: readonly string[] = Object.keys(pageTexts)

/** Returns the language to show for a setting: the chosen language or the nearest one; null follows the system. */
export const shownLanguage = (chosen: string | null): string =>
  nearestLanguage(chosen === null ? navigator.languages : [chosen], offeredLanguages)

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
  parse: (text, params, page, _namespace, _key, info) => {
    const language = info?.resolved.usedLng ?? page
    return formatMessage(text, params, language, renderMessage, (item) => isolated(item, language))
  },
  // Forms of plurals are inside the message.
  addLookupKeys: (keys) => keys,
}

/** Returns the sentence of a message in the reader's language. Where the page has none: its own text, or its key. */
export function renderMessage({ key, params, text = key }: AnyMessage): string {
  return i18n.exists(key) ? i18n.t(key, { ...params, defaultValue: text }) : text
}

let started: Promise<unknown> | undefined

/** Loads the texts of the first screens in a language. Resolves when they are there. */
export function startTexts(language: string): Promise<unknown> {
  started ??= i18n
    .use(icu)
    .use(resourcesToBackend(loadFile))
    .init({
      lng: language,
      // The build fills in English for missing texts.
      fallbackLng: false,
      // Codes are ours: i18next would load `it` beside `it_IT`.
      load: 'currentOnly',
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
  return started
}

/**
 * Loads the texts of a feature in parallel with its code, so that both appear at once:
 * `withTexts(import('./KanbanView'), ['kanban'])`. A test detects missing namespaces.
 *
 * @throws {Error} if a file fails to load, like the import of code
 */
export async function withTexts<Module>(module: Promise<Module>, namespaces: readonly Namespace[]): Promise<Module> {
  const [loaded] = await Promise.all([module, i18n.loadNamespaces([...namespaces])])
  const missing = namespaces.find((name) => !i18n.hasResourceBundle(i18n.language, name))
  if (missing !== undefined) throw failures.get(missing) ?? new Error(`The texts of ${missing} could not be loaded`)
  return loaded
}

/**
 * Loads the messages of the server in the page's language, after the first rows: until then, its answers contain them
 * as text. A page in English needs none.
 */
export async function loadServerTexts(): Promise<void> {
  if (i18n.language !== 'en') await i18n.loadNamespaces([...serverNamespaces])
}

/** Loads a language and switches to it. Cached answers of the server hold the earlier one: their messages load too. */
export async function loadLanguage(code: string): Promise<void> {
  if (code === i18n.language) return
  await i18n.loadNamespaces([...serverNamespaces])
  await i18n.changeLanguage(code)
}
