/** Returns a name for a file and folder of the collection: without signs that systems forbid. */
export function fileName(text: string, fallback: string): string {
  const name = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}"*:<>?\\|/]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 80)
    .trim()
  return name === '' ? fallback : name
}
