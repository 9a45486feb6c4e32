/** Returns a text without its percent-encoding; unchanged if a percent sign in it encodes nothing. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
