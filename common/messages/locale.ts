import { tagOfLanguage } from './languages'

const listFormats = new Map<string, Intl.ListFormat>()

/** Joins names as the language does: `Title, Album and Price`. */
export function joinList(
  items: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string {
  const key = `${language} ${type}`
  let format = listFormats.get(key)
  if (format === undefined) {
    // British English has no comma before "and".
    const tag = language === 'en' ? 'en-GB' : tagOfLanguage(language)
    format = new Intl.ListFormat(tag, { type, style: type === 'unit' ? 'short' : 'long' })
    listFormats.set(key, format)
  }
  return format.format(items)
}
