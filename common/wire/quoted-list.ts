/** Formats options of a select column as the original does: `'Open','It''s done'`. */
export const quotedList = (titles: readonly string[]): string =>
  titles.map((title) => `'${title.replaceAll("'", "''")}'`).join(',')

/** Parses options from `'Open','Done'` or `Open,Done`. */
export function readQuotedList(text: string): string[] {
  const titles: string[] = []
  const entry = /\s*(?:'((?:[^']|'')*)'|([^,]*))\s*(?:,|$)/gy
  while (entry.lastIndex < text.length) {
    const match = entry.exec(text)
    if (match === null) return text.split(',').map((title) => title.trim())
    titles.push(match[1] === undefined ? (match[2] ?? '').trim() : match[1].replaceAll("''", "'"))
  }
  return titles
}
