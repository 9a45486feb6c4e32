import { languageOf, regionalTag, tagOfLanguage } from './languages'

const listFormats = new Map<string, Intl.ListFormat>()

/** Joins names as the language does: `Title, Album and Price`; facts (`unit`) without a word between them. */
export function joinList(
  items: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string {
  return type === 'unit' ? items.join(separatorOf(language)) : listFormat(language, type).format(items)
}

const rightToLeft = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
const letters = {
  rtl: new RegExp(`[${rightToLeft}]`, 'u'),
  ltr: new RegExp(`(?![${rightToLeft}])\\p{Letter}`, 'u'),
} as const

/**
 * Puts a name between Unicode isolates if it has letters of the other direction than the language has. Otherwise names beside
 * each other would change places, and punctuation its side. Only for people: files and APIs get names as they are.
 */
export function isolated(name: string, language: string): string {
  const { direction, isDerived } = languageOf(language)
  // English from right to left has the letters of English.
  const other = direction === 'rtl' && !isDerived ? 'ltr' : 'rtl'
  return letters[other].test(name) ? `\u2068${name}\u2069` : name
}

function listFormat(language: string, type: 'conjunction' | 'disjunction'): Intl.ListFormat {
  const key = `${language} ${type}`
  let format = listFormats.get(key)
  if (format === undefined) {
    format = new Intl.ListFormat(regionalTag(tagOfLanguage(language)), { type, style: 'long' })
    listFormats.set(key, format)
  }
  return format
}

/**
 * Returns the comma of a language: the list type `unit` of `Intl` is for units, and joins those of a third of the languages
 * without any sign.
 */
function separatorOf(language: string): string {
  const [, comma] = listFormat(language, 'conjunction').formatToParts(['1', '2', '3'])
  // Thai separates names with a blank, which names can contain; Arabic with its word for "and".
  return comma === undefined || !/\p{Punctuation}/u.test(comma.value) ? ', ' : comma.value
}
