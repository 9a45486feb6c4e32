/** Strings, so that blanks inside them stay; and blanks. */
const stringsAndBlanks = /"(?:[^"\\]|\\.)*"|[ \t\n\r]+/g

/**
 * Returns JSON text without whitespace. Preserves digits and keys, which parsing and serializing might not.
 *
 * @returns undefined if the text isn't JSON
 */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  return text.replace(stringsAndBlanks, (piece) => (piece.startsWith('"') ? piece : ''))
}

/** Serializes a value of a JSON body; undefined for values outside JSON. */
export function jsonTextOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Circular values, and bigints inside an object.
    return undefined
  }
}
