import { uiTypes, type UiType } from '@common/columns/ui-types'
import type { ClipBlock, ClipCell, ClipColumn, ClipValue, SerialKind } from './block'
import { markerAttribute, type ClipMarker } from './marker'
import { formatKind, formatLocale, formatOrder } from './serial'

/** Maximum number of cells from an HTML table. Larger ones fall back to the plain text. */
const cellsMax = 2_000_000

/**
 * Parses the HTML table of a clipboard from Excel, Google Sheets, LibreOffice or Basalt.
 *
 * @returns undefined unless the HTML is a single table: then the plain text is more useful
 */
export function readHtml(html: string): ClipBlock | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined
  const page = new DOMParser().parseFromString(html, 'text/html')
  const table = page.querySelector('table')
  if (table === null || !isAlone(page, table)) return undefined
  return readMarker(table) ?? readTable(page, table)
}

/** A text with a table in it is pasted as the text that it is. */
function isAlone(page: Document, table: Element): boolean {
  const body = page.body.cloneNode(true)
  if (!(body instanceof HTMLElement)) return false
  if (table.parentElement?.closest('table') !== null && table.parentElement !== null) return false
  for (const element of body.querySelectorAll('style, script, title, meta')) element.remove()
  body.querySelector('table')?.remove()
  return (body.textContent ?? '').trim() === ''
}

/** Parses Basalt's own marker; undefined if it is missing or invalid. */
function readMarker(table: Element): ClipBlock | undefined {
  const text = table.getAttribute(markerAttribute)
  const marker = text === null ? undefined : parseMarker(text)
  if (!marker) return undefined
  const { columns, rows, copy } = marker
  // The header row is for other programs.
  const texts = marker.header ? tableTexts(table).slice(1) : tableTexts(table)
  const cells = rows.map((row, down) =>
    columns.map((column, across): ClipCell => ({
      text: texts[down]?.[across] ?? '',
      value: { kind: 'exact', json: row[across] ?? null, uiType: column.uiType },
    })),
  )
  // The texts belong to another table, so the values don't match them.
  if (texts.length !== rows.length) return undefined
  return { cells, columns, copy }
}

const known: ReadonlySet<string> = new Set(uiTypes)
const isUiType = (name: string): name is UiType => known.has(name)

function parseMarker(text: string): ClipMarker | undefined {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || !('columns' in given) || !('rows' in given)) return undefined
    const { columns, rows } = given
    if (!Array.isArray(columns) || !Array.isArray(rows) || !rows.every((row) => Array.isArray(row))) return undefined
    const read = columns.map((column: unknown): ClipColumn | undefined => {
      if (!Array.isArray(column)) return undefined
      const [title, uiType] = column.map(String)
      return title === undefined || uiType === undefined || !isUiType(uiType) ? undefined : { title, uiType }
    })
    const whole = read.filter((column) => column !== undefined)
    if (whole.length !== read.length) return undefined
    const copy = 'copy' in given && typeof given.copy === 'string' ? given.copy : ''
    return { columns: whole, rows, copy, header: 'header' in given && given.header === true }
  } catch {
    return undefined
  }
}

function tableTexts(table: Element): string[][] {
  return [...rowsOf(table)].map((row) => [...cellsOf(row)].map(cellText))
}

function* rowsOf(table: Element): Iterable<Element> {
  for (const row of table.querySelectorAll('tr')) if (row.closest('table') === table) yield row
}

function* cellsOf(row: Element): Iterable<Element> {
  for (const cell of row.children) if (cell.tagName === 'TD' || cell.tagName === 'TH') yield cell
}

/** Number formats and separators of the page. */
interface Style {
  /** Class → number format. */
  readonly formats: ReadonlyMap<string, string>
  readonly decimal: string
  readonly group: string
}

function readTable(page: Document, table: Element): ClipBlock | undefined {
  const style = readStyle(page)
  const rows: ClipCell[][] = []
  /** Columns of later rows that a merged cell above covers. */
  const taken: boolean[][] = []
  let count = 0
  let down = 0
  for (const row of rowsOf(table)) {
    if (row.getAttribute('style')?.includes('display:none')) continue
    const cells: ClipCell[] = []
    const free = (taken[down] ??= [])
    for (const cell of cellsOf(row)) {
      while (free[cells.length]) cells.push({ text: '' })
      const [wide, high] = [span(cell, 'colspan'), span(cell, 'rowspan')]
      for (let below = 1; below < high; below += 1) {
        const line = (taken[down + below] ??= [])
        for (let across = 0; across < wide; across += 1) line[cells.length + across] = true
      }
      cells.push(readCell(cell, style))
      // The first of merged cells holds the value, as in spreadsheets.
      for (let across = 1; across < wide; across += 1) cells.push({ text: '' })
    }
    while (free[cells.length]) cells.push({ text: '' })
    rows.push(cells)
    count += cells.length
    if (count > cellsMax) return undefined
    down += 1
  }
  return rows.length === 0 || count === 0 ? undefined : { cells: rows }
}

const spanMax = 1_000
function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const given = Number(cell.getAttribute(name) ?? 1)
  return Number.isInteger(given) && given > 1 ? Math.min(given, spanMax) : 1
}

/** Parses the number formats of a page's classes, and its separators (Excel). */
function readStyle(page: Document): Style {
  const text = [...page.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n')
  const formats = new Map<string, string>()
  for (const [, name = '', rules = ''] of text.matchAll(/\.([\w-]+)\s*\{((?:"[^"]*"|[^}"])*)\}/g)) {
    const format = formatIn(rules)
    if (format !== undefined) formats.set(name, format)
  }
  const separator = (name: string): string | undefined =>
    new RegExp(`mso-displayed-${name}-separator:\\s*"\\\\?([^"]*)"`).exec(text)?.[1]
  return { formats, decimal: separator('decimal') ?? '', group: separator('thousand') ?? '' }
}

function formatIn(rules: string): string | undefined {
  const found = /mso-number-format:\s*("(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[^;"']+)/.exec(rules)?.[1]
  if (found === undefined) return undefined
  const bare = found.trim().replace(/^["']|["']$/g, '')
  // `\0022` is a sign by its number, `\#` the sign itself.
  return bare.replace(/\\([0-9A-Fa-f]{4})|\\(.)/g, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function readCell(cell: Element, style: Style): ClipCell {
  const text = cellText(cell)
  return fromSheets(cell, text) ?? fromCalc(cell, text) ?? fromExcel(cell, text, style)
}

/** Google Sheets: the value as JSON, with its number format. */
function fromSheets(cell: Element, text: string): ClipCell | undefined {
  const value = record(cell.getAttribute('data-sheets-value'))
  if (!value) return undefined
  const format = record(cell.getAttribute('data-sheets-numberformat'))
  if (typeof value['2'] === 'string') return { text: value['2'], value: { kind: 'text' } }
  if (value['1'] === 4) return { text, value: { kind: 'boolean', is: value['4'] === 1 || value['4'] === true } }
  const number = value['3']
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const pattern = typeof format?.['2'] === 'string' ? format['2'] : ''
  const kind = sheetsKinds[Number(format?.['1'])]
  return {
    text,
    value: numberValue(number, formatKind(pattern) === 'duration' ? 'duration' : (kind ?? formatKind(pattern)), text),
  }
}
const sheetsKinds: Readonly<Record<number, 'percent' | SerialKind>> = {
  3: 'percent',
  5: 'date',
  6: 'time',
  7: 'dateTime',
}

function record(json: string | null): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = json === null ? undefined : JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** LibreOffice: `sdval` is the number, `sdnum` its language and format. */
function fromCalc(cell: Element, text: string): ClipCell | undefined {
  const given = cell.getAttribute('sdval')
  const [, , ...rest] = (cell.getAttribute('sdnum') ?? '').split(';')
  const format = rest.join(';')
  if (given === null) return formatKind(format) === 'text' ? { text, value: { kind: 'text' } } : undefined
  const number = Number(given)
  if (given.trim() === '' || !Number.isFinite(number)) return undefined
  return { text, value: numberValue(number, formatKind(format), text) }
}

/** Excel: old versions give the value itself, all of them the number format and the signs of their numbers. */
function fromExcel(cell: Element, text: string, style: Style): ClipCell {
  const format = formatIn(cell.getAttribute('style') ?? '') ?? classFormat(cell, style)
  const kind = format === undefined ? undefined : formatKind(format)
  const flag = cell.getAttribute('x:bool')
  if (flag !== null) return { text, value: { kind: 'boolean', is: /^(?:true|1)$/i.test(flag) } }
  const given = cell.getAttribute('x:num')
  if (given !== null) {
    const number = given === '' ? excelNumber(text, style) : Number(given)
    if (number !== undefined && Number.isFinite(number)) return { text, value: numberValue(number, kind, text) }
  }
  if (cell.hasAttribute('x:str') || kind === 'text') return { text, value: { kind: 'text' } }
  if (kind === 'date' || kind === 'dateTime' || kind === 'time' || kind === 'duration')
    return {
      text,
      value: { kind: 'written', as: kind, order: formatOrder(format ?? ''), locale: formatLocale(format ?? '') },
    }
  const isNumber = kind === 'number' || kind === 'percent' || cell.getAttribute('align')?.toLowerCase() === 'right'
  const number = isNumber && style.decimal !== '' ? excelNumber(text, style) : undefined
  return number === undefined ? { text } : { text, value: numberValue(number, kind, text) }
}

function classFormat(cell: Element, { formats }: Style): string | undefined {
  for (const name of cell.classList) {
    const format = formats.get(name)
    if (format !== undefined) return format
  }
  return undefined
}

/** Parses a number as Excel shows it, with the declared separators. Returns a percentage as a fraction. */
function excelNumber(text: string, { decimal, group }: Style): number | undefined {
  const isNegative = /^\s*\(.*\)\s*$/.test(text)
  let bare = text.replace(/[\s\u00A0\u202F()]/g, '').replace(/\u2212/g, '-')
  const isPercent = bare.includes('%')
  bare = bare.replace('%', '').replace(/\p{Sc}/gu, '')
  if (group.trim() !== '') bare = bare.replaceAll(group, '')
  if (decimal !== '' && decimal !== '.') bare = bare.replace(decimal, '.')
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(bare)) return undefined
  const size = Number(bare) * (isNegative ? -1 : 1)
  return isPercent ? rounded(size / 100) : size
}

/** Rounds to fifteen digits, the precision of spreadsheets. */
export function rounded(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(15))
}

function numberValue(number: number, kind: ReturnType<typeof formatKind>, text: string): ClipValue {
  switch (kind) {
    case 'text':
      return { kind: 'text' }
    case 'boolean':
      return { kind: 'boolean', is: number !== 0 }
    case 'date':
    case 'time':
    case 'dateTime':
    case 'duration':
      return { kind: 'serial', serial: number, as: kind }
    default:
      return {
        kind: 'number',
        number: rounded(number),
        ...((kind === 'percent' || /%\s*$/.test(text)) && { percent: true }),
      }
  }
}

/** Returns the visible text of a cell: `<br>` becomes a line break, line ends of the source become spaces. */
function cellText(cell: Element): string {
  const parts: string[] = []
  const isPreformatted = /white-space:\s*(?:pre|break-spaces)/i.test(
    cell.closest('[style*="white-space"]')?.getAttribute('style') ?? '',
  )
  const gather = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? ''
      parts.push(isPreformatted ? text : text.replace(/[\t\n\r\f ]+/g, ' '))
      return
    }
    if (!(node instanceof Element)) return
    if (node.tagName === 'BR') {
      parts.push('\n')
      return
    }
    if (node.tagName === 'STYLE' || node.tagName === 'SCRIPT') return
    const isBlock = node.tagName === 'DIV' || node.tagName === 'P'
    if (isBlock && parts.length > 0 && !parts.at(-1)?.endsWith('\n')) parts.push('\n')
    for (const child of node.childNodes) gather(child)
  }
  for (const child of cell.childNodes) gather(child)
  const text = parts.join('')
  if (isPreformatted) return text.replaceAll('\u00A0', ' ')
  // Blanks that count are written as ones that do not break.
  const trimmed = text
    .replace(/ *\n */g, '\n')
    .replace(/^ +| +$/g, '')
    .replaceAll('\u00A0', ' ')
  // An empty cell of LibreOffice holds a break.
  return trimmed === '\n' ? '' : trimmed
}
