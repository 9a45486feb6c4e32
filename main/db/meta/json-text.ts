/** Parses the JSON text of a column; undefined for damaged text. */
export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
