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

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const recordsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  listOf(value).filter(isRecord)
