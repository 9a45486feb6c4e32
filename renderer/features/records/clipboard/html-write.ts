import type { FormatOptions, SortRule, StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import { clockOf, clockText, isoDay, isoDayText, isoMoment } from '@common/columns/values/calendar'
import { toZone } from '@common/columns/values/time-zone'
import { markerAttribute, markerText } from './marker'
import { clockFraction, serialOf } from './serial'

/** A column of a copied block. */
export interface CopyColumn {
  readonly column: Column
  /** False for computed values and names of links: other columns take them as text. */
  readonly exact: boolean
}

/** A cell of a copied block. */
export interface CopyCell {
  readonly text: string
  readonly stored: StoredValue
  /** The value, for columns of the same type. */
  readonly json: unknown
}

export interface CopyBlock {
  readonly columns: readonly CopyColumn[]
  readonly rows: readonly (readonly CopyCell[])[]
  /** Id of the copy. */
  readonly copy: string
  /** True to write the names of the columns first. */
  readonly header: boolean
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
const content = (text: string): string => escaped(text).replace(/\r\n|\r|\n/g, '<br>')

/**
 * Writes a block as an HTML table: texts for documents, typed values in the attributes of Excel, Google Sheets and
 * LibreOffice, and everything for Basalt. Text is marked as text, so spreadsheets never run it as a formula.
 */
export function writeHtml(block: CopyBlock, reader: FormatOptions): string {
  const { columns, rows, copy, header } = block
  const marker = markerText({
    columns: columns.map(({ column, exact }) => ({
      title: column.title,
      uiType: exact ? column.uiType : typeFor.longText,
    })),
    rows: rows.map((row) => row.map((cell, at) => (columns[at]?.exact ? cell.json : cell.text))),
    copy,
    header,
  })
  const head = header ? `<tr>${columns.map(({ column }) => `<th>${content(column.title)}</th>`).join('')}</tr>` : ''
  const lines = rows.map((row) => {
    const cells = row.map((cell, at) => {
      const column = columns[at]?.column
      return column ? `<td${typed(cell, column, reader)}>${content(cell.text)}</td>` : ''
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return [
    '<meta charset="utf-8"><style>br{mso-data-placement:same-cell}</style>',
    `<table xmlns:x="urn:schemas-microsoft-com:office:excel" style="white-space:pre-wrap" ${markerAttribute}="${escaped(marker)}">`,
    `<tbody>${head}${lines.join('')}</tbody></table>`,
  ].join('')
}

/** Attributes of a number and its format, for each of the three spreadsheets. */
function number(value: number, format?: { readonly pattern: string; readonly sheets: number }): string {
  const sheets = escaped(JSON.stringify({ 1: 3, 3: value }))
  if (!format) return ` x:num="${value}" data-sheets-value="${sheets}" sdval="${value}" sdnum="1033;"`
  const { pattern } = format
  const shown = escaped(JSON.stringify({ 1: format.sheets, 2: pattern, 3: 1 }))
  return [
    ` x:num="${value}" style="mso-number-format:'${escaped(pattern.replace(/[\\"]/g, '\\$&'))}'"`,
    ` data-sheets-value="${sheets}" data-sheets-numberformat="${shown}" sdval="${value}" sdnum="1033;0;${escaped(pattern)}"`,
  ].join('')
}

function text(value: string): string {
  const sheets = escaped(JSON.stringify({ 1: 2, 2: value }))
  return ` x:str style="mso-number-format:'\\@'" data-sheets-value="${sheets}" sdnum="1033;0;@"`
}

/** Attributes that hold the typed value of a cell; none for an empty one. */
function typed(cell: CopyCell, column: Column, reader: FormatOptions): string {
  const { stored } = cell
  if (cell.text === '') return ''
  if (stored === null) return text(cell.text)
  return typedBy[columnType(column.uiType).sort](cell, String(stored), column, reader)
}

type Typed = (cell: CopyCell, stored: string, column: Column, reader: FormatOptions) => string

const typedBy: Readonly<Record<SortRule, Typed>> = {
  text: (cell) => text(cell.text),
  number: (cell, _stored, column) => numeric(cell, column),
  flag: (_cell, stored) => flag(/^(?:1|true)$/i.test(stored)),
  time(cell, stored, column, reader) {
    const time = timeSerial(stored, column, reader)
    return time === undefined ? text(cell.text) : number(time.serial, time)
  },
}

/** A day, a moment or a time of day as a serial number with its format. */
function timeSerial(
  stored: string,
  column: Column,
  reader: FormatOptions,
): { readonly serial: number; readonly pattern: string; readonly sheets: number } | undefined {
  const { storage } = columnType(column.uiType)
  if (storage === 'time') {
    const clock = clockOf(stored)
    return clock && { serial: clockFraction(clockText(clock)), pattern: 'hh:mm:ss', sheets: 6 }
  }
  const isMoment = storage === 'dateTime'
  const serial = isMoment ? momentSerial(stored, column, reader) : isoDay(stored) && serialOf(stored)
  if (serial === undefined) return undefined
  return { serial, pattern: isMoment ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd', sheets: isMoment ? 7 : 5 }
}

function flag(is: boolean): string {
  const sheets = escaped(JSON.stringify({ 1: 4, 4: is ? 1 : 0 }))
  return ` x:bool="${is ? 'TRUE' : 'FALSE'}" data-sheets-value="${sheets}" sdval="${is ? 1 : 0}" sdnum="1033;0;BOOLEAN"`
}

/** Numbers beyond the precision of spreadsheets become text. */
function numeric({ stored, text: shown }: CopyCell, column: Column): string {
  const value = typeof stored === 'number' ? stored : Number(String(stored))
  const isExact = Number.isInteger(value) ? Math.abs(value) < 1e15 : Number(value.toPrecision(15)) === value
  if (!isExact || !/^-?[\d.]+(?:e[+-]?\d+)?$/i.test(String(stored))) return text(shown)
  const { options } = column
  const digits = options.precision === undefined || options.precision === 0 ? '' : `.${'0'.repeat(options.precision)}`
  const { unit } = columnType(column.uiType)
  if (unit === 'seconds') return number(value / 86_400, { pattern: '[h]:mm:ss', sheets: 6 })
  if (unit === 'percent')
    return number(Number((value / 100).toPrecision(15)), { pattern: `0${digits === '' ? '.##' : digits}%`, sheets: 3 })
  if (unit === 'money') return number(value, currencyPattern(options.currency))
  return number(value)
}

function currencyPattern(currency: string | undefined): { readonly pattern: string; readonly sheets: number } {
  const known: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', JPY: '¥', USD: '$' }
  const sign = currency === undefined ? undefined : (known[currency] ?? currency)
  return { pattern: sign === undefined ? '#,##0.00' : `[$${sign}]#,##0.00`, sheets: 4 }
}

/** Spreadsheets have no zones: returns the local time of the column or the reader. */
function momentSerial(stored: string, column: Column, reader: FormatOptions): number | undefined {
  const moment = isoMoment(stored)
  const local = moment && toZone(moment, column.options.timeZone ?? reader.timeZone ?? 'UTC')?.moment
  return local && serialOf(isoDayText(local.day), clockText({ ...local.clock, fraction: '' }))
}
