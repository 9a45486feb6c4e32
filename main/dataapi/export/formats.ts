import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { attachmentText } from '@common/columns/types/attachment'
import type { Column } from '@common/model'

export const exportFormats = ['csv', 'json', 'ndjson', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A value as a cell of a CSV file. Texts that a spreadsheet would take for a formula get an apostrophe in front. */
export function csvText(value: StoredValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return guarded(value)
  return value instanceof Uint8Array ? base64(value) : String(value)
}

/** What spreadsheets calculate, or send somewhere, when a file is opened. */
export const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A value as a cell of a sheet: numbers are numbers there, and texts are never formulas. */
export function sheetValue(column: Column, value: StoredValue): string | number | boolean | null {
  switch (typeof value) {
    case 'number':
      if (columnType(column.uiType).storage === 'boolean') return value !== 0
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : value
    case 'bigint':
      return String(value)
    case 'string':
      return sheetText(column.uiType === 'Attachment' ? attachmentText(value) : value)
    case 'boolean':
      return value
    default:
      return value === null ? null : base64(value)
  }
}

/** Characters that a cell holds. */
const cellCharacters = 32_767

/** XML knows no control characters but these three. */
function sheetText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  const clean = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return clean.length > cellCharacters ? `${clean.slice(0, cellCharacters - 1)}…` : clean
}

/** Titles of sheets hold no signs of formulas, and no more than 31 of any. */
export function sheetTitle(title: string): string {
  const clean = title
    .replaceAll(/[[\]*?/\\:]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
  return clean === '' || clean.toLowerCase() === 'history' ? 'Rows' : clean
}

/** A name for the file that is saved; old programs are given one of plain letters. */
export function dispositionOf(title: string, format: ExportFormat): string {
  const name = title.replaceAll(/[/\\]/g, '-')
  const plain = name.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${plain}.${format}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}.${format}`
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
