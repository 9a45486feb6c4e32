import { plainNumber } from '../columns/values/numeric'

/** Words that mean a route where a row's id could stand (wire §9.1), in lower case. */
export const rowRouteWords = [
  'findone',
  'count',
  'bulk',
  'groupby',
  'aggregate',
  'distribute',
  'distinct',
  'm2mnotchildren',
  'has',
  'belongs',
] as const
const words: ReadonlySet<string> = new Set(rowRouteWords)

/** Between the values of a composite key. */
export const keySeparator = '___'

const onlyQuotes = /^(?:"")*$/

/**
 * The path part that names a row: its key values in key order, percent-encoded and joined with `___`.
 * Underscores in a composite key and the first letter of an id that looks like a route word are
 * encoded too, so that any key can be addressed. (Only a key that is `.` or `..` cannot: every client
 * takes those for folders, encoded or not.)
 */
export function rowIdSegment(key: readonly (string | number | bigint | boolean)[]): string {
  const [only] = key
  // A path cannot hold an empty part: it is written `""`, and what looks like that with two more quotes.
  if (key.length === 1 && typeof only === 'string' && onlyQuotes.test(only)) return '%22'.repeat(only.length + 2)
  const parts = key.map((value) => encodeURIComponent(wellFormed(String(value))))
  const segment = (key.length > 1 ? parts.map((part) => part.replaceAll('_', '%5F')) : parts).join(keySeparator)
  return words.has(segment.toLowerCase()) ? `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}` : segment
}

/**
 * The other direction: the values of a key of `size` columns, as text, or undefined when the segment does
 * not have that many or is not well encoded.
 */
export function parseRowIdSegment(segment: string, size: number): string[] | undefined {
  const parts = size > 1 ? segment.split(keySeparator) : [segment]
  if (parts.length !== size) return undefined
  try {
    const key = parts.map((part) => decodeURIComponent(part))
    return size === 1 ? key.map((part) => (part !== '' && onlyQuotes.test(part) ? part.slice(2) : part)) : key
  } catch {
    return undefined
  }
}

/**
 * Returns a text as part of the key of a column without a type, which stores numbers beside texts: texts that look like
 * numbers, empty ones and those that begin with a quote are quoted. Whole numbers beyond 2^53 are texts in JSON, so such
 * a text stays as it is.
 */
export function untypedKeyText(text: string): string {
  const number = plainNumber(text)
  const isShort = number !== undefined && !/^-?\d{16,}$/.test(text)
  return text === '' || text.startsWith('"') || isShort ? JSON.stringify(text) : text
}

/** Returns the value that a part of such a key means. */
export function untypedKeyValue(part: string): string | number {
  if (part.startsWith('"')) {
    try {
      return String(JSON.parse(part))
    } catch {
      return part
    }
  }
  const number = Number(part)
  return untypedKeyText(part) !== part && Number.isFinite(number) ? number : part
}

/** encodeURIComponent throws on half a surrogate pair; no stored text holds one either. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
