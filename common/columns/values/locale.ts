/** Text without the invisible marks that steer the direction of writing. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g, '')
}

/** Escapes the special characters of regular expressions in a text. */
export function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Caches the result per locale: formatters are slow to create, and a grid formats thousands of cells a second. */
export function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const fresh = make(intlLocale(locale))
    made.set(locale, fresh)
    return fresh
  }
}

/** Normalizes common codes such as `it_IT` and `iw`, which Intl rejects; falls back to English for unknown ones. */
function intlLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
