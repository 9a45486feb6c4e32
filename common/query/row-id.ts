import { plainNumber } from '../columns/values/numeric'

/** Route names that can stand in place of a row id (wire §9.1), in lower case. */
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

/** Separates the values of a composite key. */
export const keySeparator = '___'

const onlyQuotes = /^(?:"")*$/

/**
 * Formats the path segment of a row: its key values in key order, percent-encoded and joined with `___`. Also encodes
 * underscores in composite keys and the first letter of an id that looks like a route, so that every key is
 * addressable. The keys `.` and `..` are the exception: every client treats them as folders, encoded or not.
 */
export function rowIdSegment(key: readonly (string | number | bigint | boolean)[]): string {
  const [only] = key
  // A path can't contain an empty segment. An empty key is written `""`; a key of quotes gets two more quotes.
  if (key.length === 1 && typeof only === 'string' && onlyQuotes.test(only)) return '%22'.repeat(only.length + 2)
  const parts = key.map((value) => encodeURIComponent(wellFormed(String(value))))
  const segment = (key.length > 1 ? parts.map((part) => part.replaceAll('_', '%5F')) : parts).join(keySeparator)
  return words.has(segment.toLowerCase()) ? `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}` : segment
}

/**
 * Parses a path segment into the values of a key with `size` columns, as text. Returns undefined for another number of
 * values or a bad encoding.
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
 * Formats a text as part of the key of a column without a type, which stores numbers beside texts. Quotes texts that
 * look like numbers, empty texts and texts that begin with a quote. Numbers beyond 2^53 are texts in JSON and stay
 * unquoted.
 */
export function untypedKeyText(text: string): string {
  const number = plainNumber(text)
  const isShort = number !== undefined && !/^-?\d{16,}$/.test(text)
  return text === '' || text.startsWith('"') || isShort ? JSON.stringify(text) : text
}

/** Parses a part of such a key. */
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

/** encodeURIComponent throws on an unpaired surrogate. Stored texts never contain one. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
