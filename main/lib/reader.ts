/** Returns a valid time zone; UTC by default. */
export function validTimeZone(given: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** Returns a valid language tag; English by default. */
export function validLocale(given: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(given ?? 'en')[0] ?? 'en'
  } catch {
    return 'en'
  }
}
