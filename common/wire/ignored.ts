/** Response header with the keys of a body that a call ignored (wire §1). */
export const ignoredHeader = 'basalt-ignored'

/** Maximum number of keys in the header. */
const namesAtMost = 20
const nameLengthMax = 100

/**
 * Returns the header for ignored keys: `{}` when there are none.
 *
 * @param keys  paths such as `connection.timezone`; sent percent-encoded with commas between them
 */
export function ignoredHeaders(keys: Iterable<string>): { readonly [ignoredHeader]?: string } {
  const names = Array.from(new Set(keys)).slice(0, namesAtMost).map(headerText)
  return names.length === 0 ? {} : { [ignoredHeader]: names.join(',') }
}

/** An unpaired surrogate can't be encoded. */
const headerText = (name: string): string =>
  encodeURIComponent(name.slice(0, nameLengthMax).replaceAll(/\p{Surrogate}/gu, '_'))
