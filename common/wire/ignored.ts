/** Names the keys of a body that a call ignored, as the original ignored what it didn't know (wire §1). */
export const ignoredHeader = 'basalt-ignored'

/** Limits the header to this many unknown keys. */
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

/** Half of a surrogate pair can't be encoded. */
const headerText = (name: string): string =>
  encodeURIComponent(name.slice(0, nameLengthMax).replaceAll(/\p{Surrogate}/gu, '_'))
