/** Our language codes whose BCP 47 tag isn't the same with a hyphen. `Intl` throws on `it_IT` and knows no `iw`. */
const tags: Readonly<Record<string, string>> = {
  iw: 'he',
  no: 'nb',
  zh_CN: 'zh-Hans-CN',
  zh_HK: 'zh-Hant-HK',
  zh_TW: 'zh-Hant-TW',
}

/** Returns the BCP 47 tag of a language code: `it_IT` → `it-IT`. Use it for every direct call of `Intl`. */
export function tagOfLanguage(code: string): string {
  return tags[code] ?? code.replaceAll('_', '-')
}

/** Returns the direction in which a language is written, by its script where the code names one: `ku_Arab`. */
export function directionOfLanguage(code: string): 'ltr' | 'rtl' {
  if (/[-_](?:Arab|Hebr)\b/.test(code)) return 'rtl'
  return ['iw', 'he', 'ar', 'fa', 'ur'].includes(code.split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr'
}

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
