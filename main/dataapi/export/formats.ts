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

/** Maximum rows of a Markdown file, which most programs can still render. */
export const markdownRows = 10_000

/** Formats a line of a GitHub table, with all special characters escaped. */
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

/** Returns the Content-Disposition header, with an ASCII fallback for old programs. */
export function dispositionOf(title: string, format: ExportFormat): string {
  return `attachment; ${fileNames(`${title.replaceAll(/[/\\]/g, '-')}.${endings[format]}`)}`
}
