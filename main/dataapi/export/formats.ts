import { fileNames } from '@main/lib/file-names'

export const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'xlsx', 'sql', 'markdown'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  tsv: 'text/tab-separated-values; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  sql: 'application/sql; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
}

const endings: Readonly<Record<ExportFormat, string>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  xlsx: 'xlsx',
  sql: 'sql',
  markdown: 'md',
}

/** One line of a file of values (RFC 4180, with any sign between them). */
export function valuesLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((text) => valueCell(text, delimiter)).join(delimiter)}\r\n`
}

function valueCell(text: string, delimiter: string): string {
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows of a Markdown file: more than anybody reads, fewer than what no program lays out. */
export const markdownRows = 10_000

/** One line of a table as GitHub understands it: every sign of a text means itself. */
export function markdownLine(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |\n`
}

function markdownCell(text: string): string {
  return text
    .trim()
    .replaceAll(/[\\`*_[\]~|]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|[\r\n]/g, '<br>')
    .replaceAll('\t', ' ')
}

/** A name for the file that is saved; old programs are given one of plain letters. */
export function dispositionOf(title: string, format: ExportFormat): string {
  return `attachment; ${fileNames(`${title.replaceAll(/[/\\]/g, '-')}.${endings[format]}`)}`
}
