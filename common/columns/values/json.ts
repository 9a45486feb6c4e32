/** Strings, so that blanks inside them stay; and blanks. */
const stringsAndBlanks = /"(?:[^"\\]|\\.)*"|[ \t\n\r]+/g

/**
 * JSON text without blanks between its parts. Numbers keep their digits and objects their keys, which
 * reading and writing it again would not promise.
 *
 * @returns undefined when the text is not JSON
 */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  return text.replace(stringsAndBlanks, (piece) => (piece.startsWith('"') ? piece : ''))
}

/** A value of a JSON body as JSON text; undefined for what JSON cannot say. */
export function jsonTextOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Circular values, and whole numbers inside an object that JavaScript keeps as bigint.
    return undefined
  }
}
