import { createRenderer, nearestLanguage, type Renderer } from '@common/messages'
import { desktop, mail } from '@locales/english'
import * as sections from '@locales/server'
import serverTexts from 'virtual:server-texts'

const english = createRenderer({ ...sections, desktop, mail }, 'en')
const renderers = new Map<string, Renderer>([['en', english]])
const loading = new Map<string, Promise<void>>()
/** By text of a header. Browsers send few different ones. */
const wanted = new Map<string, string>()
const headersCached = 500

/** Codes of the languages that the server can speak. */
export const offeredLanguages: readonly string[] = Object.keys(serverTexts)

/** Returns the renderer of a language. English, until `loadTexts` has loaded the language. */
export const rendererOf = (language: string): Renderer => renderers.get(language) ?? english

/** Loads the texts of a language. Resolves at once if they are loaded; the server speaks English if they can't be read. */
export function loadTexts(language: string): Promise<void> | undefined {
  const load = serverTexts[language]
  if (renderers.has(language) || load === undefined) return undefined
  const known = loading.get(language)
  if (known !== undefined) return known
  const started = load()
    .then(({ default: texts }) => void renderers.set(language, createRenderer(texts, language, english)))
    .catch(() => undefined)
    .finally(() => loading.delete(language))
  loading.set(language, started)
  return started
}

/**
 * Returns the language that a caller asks for; English unless it asks for another one.
 *
 * @param header  text of `Accept-Language`: `de-CH, fr;q=0.8`
 */
export function languageOfHeader(header: string | undefined): string {
  if (header === undefined || header === '' || header.length > 500) return 'en'
  let language = wanted.get(header)
  if (language === undefined) {
    language = nearestLanguage(tagsIn(header), offeredLanguages)
    // A derived language has no texts of its own.
    if (!offeredLanguages.includes(language)) language = 'en'
    if (wanted.size >= headersCached) wanted.clear()
    wanted.set(header, language)
  }
  return language
}

/** Returns the tags of a header, the preferred one first. */
function tagsIn(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}

/**
 * Returns the language of the person at a console; English for scripts, which read its lines.
 *
 * @param environment  `BASALT_LANGUAGE` takes precedence over the system's variables
 */
export function languageOfConsole(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): string {
  const chosen = environment['BASALT_LANGUAGE']
  if (chosen !== undefined && chosen !== '') return nearestLanguage([chosen], offeredLanguages)
  if (!isTerminal) return 'en'
  const system = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  // `de_CH.UTF-8@euro`
  return nearestLanguage([system.replace(/[.@].*$/, '').replaceAll('_', '-')], offeredLanguages)
}
