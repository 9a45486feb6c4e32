/**
 * Parses and writes clipboard text in the form of spreadsheets: tabs separate fields, line breaks separate lines. A
 * field with a tab, a line break or a leading quote is in double quotes; quotes inside are doubled.
 */

/** Cells → tab-separated text. */
export function formatTsv(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.map(quoteField).join('\t')).join('\n')
}

function quoteField(field: string): string {
  return /[\t\n\r]/.test(field) || field.startsWith('"') ? `"${field.replaceAll('"', '""')}"` : field
}

/** Tab-separated text → cells. One line break at the end, as spreadsheets add, is no empty line. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : undefined
    const [value, end] = field ?? plainField(text, at)
    row.push(value)
    const separator = text[end]
    if (separator === '\t') {
      at = end + 1
      continue
    }
    rows.push(row)
    row = []
    at = end + (separator === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (at === text.length && separator !== undefined) break
  }
  return rows
}

/** A field up to the next tab or line break. */
function plainField(text: string, from: number): [string, number] {
  let end = from
  while (end < text.length && !isSeparator(text[end])) end += 1
  return [text.slice(from, end), end]
}

/** A quoted field; undefined when its closing quote is missing or text follows it: then the quote is an ordinary sign. */
function quotedField(text: string, from: number): [string, number] | undefined {
  let value = ''
  let at = from + 1
  while (at < text.length) {
    if (text[at] !== '"') {
      value += text[at]
      at += 1
    } else if (text[at + 1] === '"') {
      value += '"'
      at += 2
    } else {
      const end = at + 1
      return end === text.length || isSeparator(text[end]) ? [value, end] : undefined
    }
  }
  return undefined
}

function isSeparator(character: string | undefined): boolean {
  return character === '\t' || character === '\n' || character === '\r'
}
