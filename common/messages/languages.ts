/** A language that Basalt knows. */
export interface Language {
  /** Its own name, for menus. */
  readonly name: string
  /** BCP 47 tag for `Intl` and for `lang` of the page. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** Languages whose texts its readers get while it has none, nearest first. English is the last of every chain. */
  readonly fallbacks: readonly string[]
  /** True if its texts are made from those of the first fallback. */
  readonly isDerived: boolean
}

type Row = Partial<Omit<Language, 'name'>>

/**
 * Known languages by code. Users choose among those with a folder in `locales`; readers of another one get the nearest.
 * A row names only what can't be derived from the code.
 */
const rows: Readonly<Record<string, readonly [name: string, row?: Row]>> = {
  ar: ['العربية', { direction: 'rtl' }],
  be: ['беларуская', { fallbacks: ['ru'] }],
  bg: ['български'],
  bn: ['বাংলা'],
  ca: ['català', { fallbacks: ['es'] }],
  cs: ['čeština'],
  da: ['Dansk', { fallbacks: ['no'] }],
  de: ['Deutsch'],
  el: ['Ελληνικά'],
  en: ['English'],
  // For tests: English that the browser changes on its way, written from right to left.
  en_Arab: ['English, reversed', { direction: 'rtl', fallbacks: ['en'], isDerived: true }],
  es: ['Español'],
  et: ['eesti'],
  eu: ['euskara', { fallbacks: ['es'] }],
  fa: ['فارسی', { direction: 'rtl' }],
  fi: ['Suomi'],
  fr: ['Français'],
  gl: ['galego', { fallbacks: ['es'] }],
  hi: ['हिन्दी'],
  hr: ['Hrvatski'],
  hu: ['magyar'],
  id: ['Bahasa Indonesia'],
  is: ['íslenska', { fallbacks: ['da'] }],
  it_IT: ['Italiano', { tag: 'it' }],
  iw: ['עברית', { tag: 'he', direction: 'rtl' }],
  ja: ['日本語'],
  ko: ['한국어'],
  lt: ['lietuvių'],
  lv: ['latviešu'],
  ms: ['Bahasa Melayu', { fallbacks: ['id'] }],
  nl: ['Nederlands'],
  no: ['Norsk', { tag: 'nb', fallbacks: ['da'] }],
  mk: ['македонски'],
  pl: ['polski'],
  pt: ['português', { fallbacks: ['pt_BR'] }],
  pt_BR: ['Português (Brasil)'],
  ro: ['română'],
  ru: ['Русский'],
  sk: ['slovenčina'],
  sl: ['Slovenščina'],
  sr: ['српски', { fallbacks: ['hr'] }],
  sv: ['Svenska'],
  // Databases count years from the birth of Christ, and cells show them so; Thai dates would count from Buddha.
  th: ['ไทย', { tag: 'th-u-ca-gregory' }],
  tr: ['Türkçe'],
  uk: ['Українська'],
  ur: ['اردو', { direction: 'rtl' }],
  vi: ['Tiếng Việt'],
  zh_CN: ['简体中文', { tag: 'zh-Hans-CN', fallbacks: ['zh_TW', 'zh_HK'] }],
  zh_HK: ['繁體中文（香港）', { tag: 'zh-Hant-HK', fallbacks: ['zh_TW', 'zh_CN'] }],
  zh_TW: ['繁體中文（台灣）', { tag: 'zh-Hant-TW', fallbacks: ['zh_HK', 'zh_CN'] }],
}

/** Codes of the known languages. */
export const languageCodes: readonly string[] = Object.keys(rows)

/** Returns what is known of a language. An unknown code is its own name and tag. */
export function languageOf(code: string): Language {
  const [name, row] = (Object.hasOwn(rows, code) && rows[code]) || [code]
  return { name, tag: code.replaceAll('_', '-'), direction: 'ltr', fallbacks: [], isDerived: false, ...row }
}

/** Returns the BCP 47 tag of a language code: `it_IT` → `it`. Use it for every direct call of `Intl`. */
export const tagOfLanguage = (code: string): string => languageOf(code).tag

/**
 * Returns the tag that dates and lists of a language are written with. English without a region is European, as
 * everywhere in Basalt: the day before the month, weeks from Monday, no comma before "and".
 */
export const regionalTag = (tag: string): string => (/^en(?:-[A-Z][a-z]{3})?$/.test(tag) ? 'en-GB' : tag)

/** Returns the direction in which a language is written. */
export const directionOfLanguage = (code: string): 'ltr' | 'rtl' => languageOf(code).direction

/**
 * Returns the language to show to a reader who wants some languages.
 *
 * @param wanted   codes or BCP 47 tags, the preferred one first, such as `navigator.languages`
 * @param offered  codes of the languages with texts
 * @returns one of `offered`, or a language that is derived from one; English if none is near
 */
export function nearestLanguage(wanted: readonly string[], offered: readonly string[]): string {
  for (const code of wanted) {
    const known = languageOf(code)
    if (offered.includes(code) || (known.isDerived && offered.includes(known.fallbacks[0] ?? ''))) return code
    const found = sameLanguage(known.tag, offered) ?? known.fallbacks.find((each) => offered.includes(each))
    if (found !== undefined) return found
    const base = languageCodes.find((each) => languageOf(each).tag === scriptOf(known.tag)?.language)
    const near = base === undefined ? undefined : languageOf(base).fallbacks.find((each) => offered.includes(each))
    if (near !== undefined) return near
  }
  return 'en'
}

/** Returns the offered language of the same region, or of the same script: `zh-SG` → `zh_CN`. */
function sameLanguage(tag: string, offered: readonly string[]): string | undefined {
  const one = scriptOf(tag)
  if (one === undefined) return undefined
  const same = offered.filter((code) => {
    const other = scriptOf(tagOfLanguage(code))
    return other?.language === one.language && other.script === one.script
  })
  return same.find((code) => scriptOf(tagOfLanguage(code))?.region === one.region) ?? same[0]
}

function scriptOf(tag: string): Intl.Locale | undefined {
  try {
    // Readers of Norwegian of either kind (`no`, Nynorsk) get Bokmål.
    return new Intl.Locale(tag.replaceAll('_', '-').replace(/^n[no]\b/, 'nb')).maximize()
  } catch {
    return undefined
  }
}
