/** Returns every currency by its code, with its name in the language of `locale`. */
export function currencies(locale: string): { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}
