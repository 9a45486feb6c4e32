/** Formats a line of delimited values (RFC 4180) with any delimiter. */
export function valuesLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((text) => valueCell(text, delimiter)).join(delimiter)}\r\n`
}

function valueCell(text: string, delimiter: string): string {
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
